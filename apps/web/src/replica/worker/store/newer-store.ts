import { type IDBPDatabase, openDB } from 'idb'
import { readable, rejectedUnread } from './readable.ts'
import type { RejectedChange, Remains, StoredEntry } from './store.ts'

/**
 * Reads the unsent and rejected changes from stores that a newer release has made, and leaves them as they are. They
 * are sent from memory under their own keys, so that the newer release may send them again. What this release can't
 * read is told as a rejected change.
 *
 * @param now ms since 1970
 */
export async function waitingInNewer(name: string, now: number): Promise<Remains> {
  const database = await openDB(name)
  try {
    const [kept, found] = await Promise.all([all(database, 'outbox'), all(database, 'parked')])
    const outbox: StoredEntry[] = []
    const rejected: RejectedChange[] = []
    for (const stored of kept) {
      const entry = readable(stored)
      if (entry === null) rejected.push(rejectedUnread(stored, now))
      else if (entry.ackedSeq === null) {
        const { isWaiting: _mark, ...waiting } = entry
        outbox.push(waiting)
      }
    }
    for (const [index, each] of found.entries())
      rejected.push(isRejected(each) ? each : rejectedUnread({ n: -1 - index, call: each }, now))
    return { outbox, rejected, account: undefined }
  } finally {
    database.close()
  }
}

function isRejected(found: unknown): found is RejectedChange {
  const { entry, reason, at, because } = found as Partial<RejectedChange>
  if (typeof entry?.key !== 'string' || typeof entry.n !== 'number' || entry.mutation == null) return false
  return typeof reason === 'string' && typeof at === 'number' && because !== undefined
}

/** A newer release may have no such store any more. */
async function all(database: IDBPDatabase, store: string): Promise<readonly unknown[]> {
  return database.objectStoreNames.contains(store) ? database.getAll(store) : []
}
