import { changesSearches } from '../changed-searches.ts'
import type { StoredEntry } from './store/store.ts'

/** A push stays well below the server's 10 MiB, also when a few of its characters need three bytes. */
const LARGEST_PUSH = 2_000_000

/**
 * The entries that go out next, in order: as many as one push takes. A change of the saved searches waits until the one
 * before it was answered, because it is made on the list that the server has then.
 *
 * @param waiting the first entries that are not acknowledged, in order
 */
export function nextBatch(waiting: readonly StoredEntry[]): StoredEntry[] {
  const batch: StoredEntry[] = []
  let hasSearches = false
  let size = 0
  for (const entry of waiting) {
    const isOfSearches = changesSearches(entry.mutation)
    if (isOfSearches && hasSearches) break
    size += JSON.stringify(entry.call).length
    if (batch.length > 0 && size > LARGEST_PUSH) break
    hasSearches ||= isOfSearches
    batch.push(entry)
  }
  return batch
}
