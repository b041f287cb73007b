import { type IDBPDatabase, openDB } from 'idb'
import { loadWire } from '../load-wire.ts'
import type { KeptEntry } from './idb-schema.ts'
import { readable, rejectedUnread } from './readable.ts'
import type { Remains, StoredEntry, StoredRejection } from './store.ts'

/**
 * Reads the changes in the stores of a newer release, and leaves the stores as they are. Pending entries are sent
 * from memory under their own keys; the newer release may send them again. Acknowledged entries are sent again if
 * the server has lost them. Unreadable entries become rejected changes.
 *
 * @param now ms since 1970
 */
export async function waitingInNewer(name: string, now: number): Promise<Remains> {
  const { callOf } = await loadWire()
  const database = await openDB(name)
  try {
    const [kept, before, found] = await Promise.all(
      ['outbox', 'sent', 'parked'].map((store) => all(database, store)),
    )
    const outbox: StoredEntry[] = []
    const sent = (before ?? []).flatMap((stored) => readable(stored, callOf) ?? [])
    const rejected: StoredRejection[] = []
    for (const stored of kept ?? []) {
      const entry = readable(stored, callOf)
      if (entry === null) rejected.push(rejectedUnread(stored, now))
      else if (entry.ackedSeq !== null) sent.push(entry)
      else outbox.push(entry)
    }
    for (const [index, each] of (found ?? []).entries())
      rejected.push(isRejected(each) ? each : rejectedUnread({ n: -1 - index, call: each }, now))
    return { outbox: outbox.map(unmarked), sent: sent.map(unmarked), rejected, account: undefined }
  } finally {
    database.close()
  }
}

function unmarked({ isWaiting: _mark, ...entry }: KeptEntry): StoredEntry {
  return entry
}

function isRejected(found: unknown): found is StoredRejection {
  const { entry, reason, at, because } = found as Partial<StoredRejection>
  if (typeof entry?.key !== 'string' || typeof entry.n !== 'number' || entry.mutation == null) return false
  return typeof reason === 'string' && typeof at === 'number' && because !== undefined
}

/** All entries of a store; none if a newer release has removed the store. */
async function all(database: IDBPDatabase, store: string): Promise<readonly unknown[]> {
  return database.objectStoreNames.contains(store) ? database.getAll(store) : []
}
