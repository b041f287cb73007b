import { LIMITS } from '@cardinal/domain'
import { useSavedSearches } from '../../shared/search/saved-searches.ts'
import { Button, moveFocusFrom } from '../../ui/index.ts'
import { Section } from './section.tsx'
import styles from './settings.module.css'

export function SavedSearchesSection() {
  const { saved, remove } = useSavedSearches()
  return (
    <Section
      title="Saved searches"
      about={`At most ${LIMITS.savedSearches} are kept: a new one replaces the oldest.`}
    >
      {saved.length === 0 ? (
        <p className={styles.text}>None yet. On home, “Save search” keeps the present search.</p>
      ) : (
        <ul className={styles.rows}>
          {saved.map((search) => (
            <li key={search} className={styles.row}>
              <span className={styles.rowName}>{search}</span>
              <Button
                size="sm"
                tone="quiet"
                aria-label={`Remove ${search}`}
                onClick={({ currentTarget }) => {
                  moveFocusFrom(currentTarget)
                  remove(search)
                }}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
