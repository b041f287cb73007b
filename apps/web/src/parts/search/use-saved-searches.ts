import { useAccount, useConnection } from '../../replica/index.ts'
import { toast } from '../../ui/index.ts'
import { afterSaving, takenBack } from './saved-searches.ts'

export interface SavedSearches {
  /** Oldest first. */
  readonly saved: readonly string[]
  save(text: string): void
  remove(search: string): void
}

/** The person's saved searches, for the rail, the searchbar and the settings alike; each change can be undone. */
export function useSavedSearches(): SavedSearches {
  const connection = useConnection()
  const saved = useAccount().settings.savedSearches
  const put = (savedSearches: readonly string[]) =>
    connection.snapshot().account.mutate({ name: 'updateSettings', args: { savedSearches } })
  const change = (next: readonly string[], done: string) => {
    void put(next)
    const undo = () => put(takenBack(connection.snapshot().account.settings.savedSearches, saved, next))
    toast(done, { label: 'Undo', onSelect: () => void undo() })
  }
  return {
    saved,
    save: (text) => change(afterSaving(saved, text), 'Search saved'),
    remove: (search) =>
      change(
        saved.filter((other) => other !== search),
        'Saved search removed',
      ),
  }
}
