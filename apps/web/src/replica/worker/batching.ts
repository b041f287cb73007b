import type { Id } from '@cardinal/domain'
import { createdIds, restoredIds } from './settling.ts'
import type { StoredEntry } from './store/store.ts'

/** UTF-16 units of a push: well below the server's 10 MiB, even with three bytes per character. */
const LARGEST_PUSH = 2_000_000

/**
 * The entries of the next push, in order: as many as fit, up to the first one that needs the answer to an earlier
 * one.
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
