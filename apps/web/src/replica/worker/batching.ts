import type { Id } from '@cardinal/domain'
import { createdIds, restoredIds } from './settling.ts'
import type { StoredEntry } from './store/store.ts'

/** Limit of a push in UTF-16 units: well below the server's 10 MiB, even with characters of three bytes. */
const LARGEST_PUSH = 2_000_000

/**
 * Selects the entries of the next push, in order: as many as fit, up to the first that needs the answer of one of them.
 *
 * @param waiting the first entries that are not acknowledged, in order
 */
export function nextBatch(waiting: readonly StoredEntry[]): StoredEntry[] {
  const batch: StoredEntry[] = []
  let size = 0
  const unanswered = new Set<Id>()
  for (const entry of waiting) {
    if (entry.needs?.some((id) => unanswered.has(id))) break
    for (const id of [...createdIds(entry), ...restoredIds(entry)]) unanswered.add(id)
    size += JSON.stringify(entry.call).length
    if (batch.length > 0 && size > LARGEST_PUSH) break
    batch.push(entry)
  }
  return batch
}
