import type { ColorCount } from '@cardinal/engine'
import { ListFilter } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { DateControl, dateWords } from '../../../shared/filters/date-control.tsx'
import type { Filters } from '../../../shared/search/filters.ts'
import { Disclosure } from '../../../ui/accordion.tsx'
import { ColorFilter } from '../../../ui/color-picker.tsx'
import { Button, Checkbox, Popover } from '../../../ui/index.ts'
import { homeSearch } from '../home-screen.ts'
import { useContentWidth } from '../use-viewport.ts'
import styles from './filter-button.module.css'

/** px: the specification's wide layout, above which the second search is open from the start. */
const WIDE_LAYOUT = 700

/** Renders the button that opens all filters, and says which are set. */
export function FilterButton({ colors }: { colors: readonly ColorCount[] }) {
  const filters = useStore(homeSearch, (state) => state.filters)
  const secondText = useStore(homeSearch, (state) => state.secondText.trim())
  const { filter, openSecond } = homeSearch.getState()
  const isWide = useContentWidth() > WIDE_LAYOUT
  useEffect(() => {
    if (isWide) openSecond(true)
  }, [isWide, openSecond])
  const set = whatIsSet(filters, secondText)
  return (
    <Popover
      label="Filter"
      placement="bottom-end"
      trigger={(trigger) => (
        <Button
          size="sm"
          tone="quiet"
          icon={ListFilter}
          aria-pressed={set.length > 0}
          aria-label={set.length === 0 ? 'Filter' : `Filter: ${set.join('; ')}`}
          {...trigger}
        >
          {set.length === 0 ? 'Filter' : <span className={styles.set}>{set.join('; ')}</span>}
        </Button>
      )}
    >
      <div className={styles.parts}>
        <section>
          <h2 className={styles.title}>Dates</h2>
          <DateControl value={filters.dates} onChange={(dates) => filter({ dates })} />
        </section>
        {colors.length > 0 && (
          <section>
            <h2 className={styles.title}>Colours</h2>
            <ColorFilter
              label="Show only these colours"
              choices={colors}
              values={filters.colors}
              onChange={(values) => filter({ colors: values })}
            />
          </section>
        )}
        <section>
          <h2 className={styles.title}>Todos</h2>
          <Checkbox isChecked={filters.showsDone} onChange={(showsDone) => filter({ showsDone })}>
            Show completed todos
          </Checkbox>
        </section>
        <section>
          <h2 className={styles.title}>Words</h2>
          <Checkbox isChecked={filters.onlyTags} onChange={(onlyTags) => filter({ onlyTags })}>
            Match tags only
          </Checkbox>
          <AlsoContains />
        </section>
      </div>
    </Popover>
  )
}

/** Renders the second search, in a section that folds. The bar shows its text as a token `text:`. */
function AlsoContains() {
  const isOpen = useStore(homeSearch, (state) => state.isSecondOpen)
  const text = useStore(homeSearch, (state) => state.secondText)
  const { openSecond, typeSecond } = homeSearch.getState()
  return (
    <Disclosure title="Also contains" isOpen={isOpen} onChange={openSecond}>
      <input
        type="search"
        className={styles.field}
        aria-label="Also contains"
        value={text}
        placeholder="word, -word"
        onChange={(event) => typeSecond(event.target.value)}
      />
    </Disclosure>
  )
}

function whatIsSet(filters: Filters, secondText: string): readonly string[] {
  const { dates, colors, onlyTags, showsDone } = filters
  return [
    ...(dates === null ? [] : [dateWords(dates)]),
    ...(colors.length === 0 ? [] : [colors.map((color) => color ?? 'no colour').join(', ')]),
    ...(showsDone ? ['completed too'] : []),
    ...(onlyTags ? ['tags only'] : []),
    ...(secondText === '' ? [] : [`contains ${secondText}`]),
  ]
}
