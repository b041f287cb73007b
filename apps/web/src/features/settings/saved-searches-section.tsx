import { LIMITS } from '@cardinal/domain'
import { useAccount } from '../../replica/index.ts'
import { Button, handFocusOn, toast } from '../../ui/index.ts'
import { Section } from './section.tsx'
import styles from './settings.module.css'

export function SavedSearchesSection() {
  const { settings, mutate } = useAccount()
  const { savedSearches } = settings
  const put = (searches: readonly string[]) =>
    mutate({ name: 'updateSettings', args: { savedSearches: searches } })
  const remove = (search: string) => {
    void put(savedSearches.filter((each) => each !== search))
    toast('Saved search removed', { label: 'Undo', onSelect: () => void put(savedSearches) })
  }
  return (
    <Section
      title="Saved searches"
      about={`At most ${LIMITS.savedSearches} are kept; the oldest makes room for a new one.`}
    >
      {savedSearches.length === 0 ? (
        <p className={styles.text}>None yet. On home, “Save this combination” keeps the present search.</p>
      ) : (
        <ul className={styles.rows}>
          {savedSearches.map((search) => (
            <li key={search} className={styles.row}>
              <span className={styles.rowName}>{search}</span>
              <Button
                size="sm"
                tone="quiet"
                aria-label={`Remove ${search}`}
                onClick={({ currentTarget }) => {
                  handFocusOn(currentTarget)
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
