import { useAccount, useConnection } from '../../replica/index.ts'
import { toast } from '../../ui/index.ts'
import { afterSaving, droppedBySaving, savedSentence, takenBack } from './saved-searches.ts'

export interface SavedSearches {
  /** Oldest first. */
  readonly saved: readonly string[]
  save(text: string): void
  remove(search: string): void
}

/**
 * Returns the person's saved searches, for the rail, the searchbar and the settings alike; each change can be undone.
 */
export function useSavedSearches(): SavedSearches {
  const connection = useConnection()
  const saved = useAccount().settings.savedSearches
  const put = (savedSearches: readonly string[], savedSearchesBefore: readonly string[]) => {
    const args = { savedSearches, savedSearchesBefore }
    return connection.snapshot().account.mutate({ name: 'updateSettings', args })
  }
  const change = (next: readonly string[], done: string) => {
    void put(next, saved)
    const undo = () => {
      const now = connection.snapshot().account.settings.savedSearches
      return put(takenBack(now, saved, next), now)
    }
    toast(done, { label: 'Undo', onSelect: () => void undo() })
  }
  return {
    saved,
    save: (text) => {
      const next = afterSaving(saved, text)
      change(next, savedSentence(droppedBySaving(saved, next)))
    },
    remove: (search) =>
      change(
        saved.filter((other) => other !== search),
        'Saved search removed',
      ),
  }
}
