import type { Id } from '@cardinal/domain'
import { createdIds, restoredIds } from './settling.ts'
import type { StoredEntry } from './store/store.ts'

/** A push stays well below the server's 10 MiB, also when a few of its characters need three bytes. */
const LARGEST_PUSH = 2_000_000

/**
 * The entries that go out next, in order: as many as one push takes, up to the first that needs one of them to be answered.
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
