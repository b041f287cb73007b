import type { ColorCount } from '@cardinal/engine'
import { ListFilter } from 'lucide-react'
import { useStore } from 'zustand'
import { DateControl, dateWords } from '../../shared/filters/date-control.tsx'
import type { Filters } from '../../shared/search/filters.ts'
import { homeSearch } from '../../shared/search/home-screen.ts'
import { ColorFilter } from '../../ui/color-picker.tsx'
import { Button, Checkbox, Popover } from '../../ui/index.ts'
import styles from './filter-button.module.css'

/** Everything that narrows the list beside its words, behind one button that says what is set. */
export function FilterButton({ colors }: { colors: readonly ColorCount[] }) {
  const filters = useStore(homeSearch, (state) => state.filters)
  const secondText = useStore(homeSearch, (state) => state.secondText.trim())
  const { filter, typeSecond } = homeSearch.getState()
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
          <h3 className={styles.title}>Dates</h3>
          <DateControl value={filters.dates} onChange={(dates) => filter({ dates })} />
        </section>
        <section>
          <h3 className={styles.title}>Colours</h3>
          <ColorFilter
            label="Show only these colours"
            choices={colors}
            values={filters.colors}
            onChange={(values) => filter({ colors: values })}
          />
        </section>
        <section>
          <h3 className={styles.title}>Todos</h3>
          <Checkbox isChecked={filters.showsDone} onChange={(showsDone) => filter({ showsDone })}>
            Show completed todos
          </Checkbox>
        </section>
        <section>
          <h3 className={styles.title}>Words</h3>
          <Checkbox isChecked={filters.onlyTags} onChange={(onlyTags) => filter({ onlyTags })}>
            Match tags only
          </Checkbox>
          <label className={styles.words}>
            Also contains
            <input
              type="search"
              className={styles.field}
              value={homeSearch.getState().secondText}
              placeholder="word, -word"
              onChange={(event) => typeSecond(event.target.value)}
            />
          </label>
        </section>
      </div>
    </Popover>
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
