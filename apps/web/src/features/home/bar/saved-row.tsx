import { Bookmark } from 'lucide-react'
import { useAccount } from '../../../replica/index.ts'
import { useRunSavedSearch } from '../../../shared/search/use-run-saved-search.ts'
import { Icon } from '../../../ui/index.ts'
import { useDevice } from '../device.ts'
import { useContentWidth, WIDE } from '../use-viewport.ts'
import styles from './saved-row.module.css'

/** Buttons for the saved searches, where the rail does not show them and the bar is empty. */
export function SavedRow() {
  const { settings } = useAccount()
  const run = useRunSavedSearch()
  const isRailOpen = useDevice((state) => state.isRailOpen)
  const isInRail = useContentWidth() > WIDE && isRailOpen
  if (isInRail || settings.savedSearches.length === 0) return <span className={styles.row} />
  return (
    <ul className={styles.row} aria-label="Saved searches">
      {[...settings.savedSearches].reverse().map((search) => (
        <li key={search}>
          <button type="button" className={styles.search} onClick={() => run(search)}>
            <Icon of={Bookmark} size={13} />
            <span>{search}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
