import type { ColorCount } from '@cardinal/engine'
import { useStore } from 'zustand'
import DateControl from '../../../shared/search/date-control.tsx'
import { Disclosure } from '../../../ui/accordion.tsx'
import { ColorFilter } from '../../../ui/color-picker.tsx'
import { Checkbox } from '../../../ui/index.ts'
import { homeSearch } from '../home-screen.ts'
import styles from './filter-panel.module.css'

/** Renders the filters of the list, behind their button. */
export default function FilterPanel({ colors }: { colors: readonly ColorCount[] }) {
  const filters = useStore(homeSearch, (state) => state.filters)
  const { filter } = homeSearch.getState()
  return (
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
