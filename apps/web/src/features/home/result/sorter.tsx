import { useStore } from 'zustand'
import { hasWords } from '../../../shared/search/filters.ts'
import { useHomeScreen } from '../../../shared/search/home-screen.tsx'
import { CardSortChooser, TagSortChooser } from '../../../shared/search/sort-choosers.tsx'
import { useCardSearch } from '../../../shared/search/use-card-search.ts'
import { typeOf, useHomeAddress } from '../../../shared/search/use-home-address.ts'
import { chooseOrder, useByDay } from '../list/use-todo-sections.ts'
import styles from './filters.module.css'

/** The choice of an order: of tags where home shows tags, otherwise of cards. */
export default function Sorter() {
  const { search } = useHomeScreen()
  const { subject } = useHomeAddress()
  const filters = useStore(search, (state) => state.filters)
  const { filter } = search.getState()
  const type = typeOf(subject)
  const byDay = useByDay(type)
  const shown = useCardSearch(search, type)
  return (
    <div className={styles.parts}>
      {subject === 'tag' ? (
        <TagSortChooser order={filters.tagOrder} onChange={(tagOrder) => filter({ tagOrder })} />
      ) : (
        <CardSortChooser
          order={shown.order}
          hasWords={hasWords(shown.search)}
          byDay={byDay}
          onChange={(order) => chooseOrder(type, order)}
        />
      )}
    </div>
  )
}
