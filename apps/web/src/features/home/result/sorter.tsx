import { useStore } from 'zustand'
import { CardSortChooser, TagSortChooser } from '../../../shared/search/filter-controls.tsx'
import { useHomeScreen } from '../../../shared/search/home-screen.tsx'
import { useHomeAddress } from '../../../shared/search/use-home-address.ts'
import styles from './filters.module.css'

/** Renders the choice of an order: of tags where home shows tags, else of cards. */
export default function Sorter() {
  const { search } = useHomeScreen()
  const { subject } = useHomeAddress()
  const filters = useStore(search, (state) => state.filters)
  const { filter } = search.getState()
  return (
    <div className={styles.parts}>
      {subject === 'tag' ? (
        <TagSortChooser order={filters.tagOrder} onChange={(tagOrder) => filter({ tagOrder })} />
      ) : (
        <CardSortChooser order={filters.cardOrder} onChange={(cardOrder) => filter({ cardOrder })} />
      )}
    </div>
  )
}
