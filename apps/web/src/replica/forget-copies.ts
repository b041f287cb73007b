import { deleteDB } from 'idb'
import { SENT_KEPT_MS, type StoredEntry, type StorePlace } from './worker/store/store.ts'

/** Stores that can be loaded again, and the list of acts, which contains texts of cards. */
const COPIES = ['copies', 'slices', 'batches', 'account', 'acts', 'undoings', 'kept', 'looked', 'thumbnails']
/** Stores with data that only this device has, or would have if the server is restored from a backup. */
const OWN = ['outbox', 'parked', 'sent', 'waiting']

/**
 * Removes all copies of cards from this device after the server ended a session, so that the next user of the
 * browser can't read them. Unsent changes stay until their author signs in again. Changes acknowledged within 30
 * days stay too: a server restored from a backup has ended its sessions and lost these changes.
 *
 * @param now ms since 1970, see `ServerClock`
 * @returns number of unsent changes that stay
 */
export async function forgetCopies(now: number): Promise<number> {
  const found = await indexedDB.databases()
  const names = found.flatMap(({ name }) => (name?.startsWith('cardinal-') ? [name] : []))
  let unsent = 0
  for (const name of names) unsent += await forgetCopy(name, now)
  return unsent
}

/**
 * Removes a user's data from this device at a sign-out. A tab without storage does not know other tabs' unsent
 * changes; these stay until their author signs in again.
 */
export async function wipeStorage(
  store: { readonly place: StorePlace },
  name: string,
  now: number,
): Promise<void> {
  if (store.place === 'device') await deleteDB(name)
  else await forgetCopy(name, now)
}

export async function forgetCopy(name: string, now: number): Promise<number> {
  const database = await openExisting(name)
  if (database === null) return 0
  database.onversionchange = () => database.close()
  const there = (wanted: readonly string[]) =>
    wanted.filter((store) => database.objectStoreNames.contains(store))
  const stores = there([...COPIES, ...OWN])
  if (stores.length === 0) {
    database.close()
    return 0
  }
  const tx = database.transaction(stores, 'readwrite')
  for (const store of there(COPIES)) tx.objectStore(store).clear()
  const all = (store: string): Promise<StoredEntry[]> =>
    stores.includes(store) ? done(tx.objectStore(store).getAll()) : Promise.resolve([])
  const [outbox, rejected, sent] = await Promise.all([all('outbox'), all('parked'), all('sent')])
  const files = stores.includes('waiting') ? await done(tx.objectStore('waiting').count()) : 0
  const unsent = files + rejected.length + outbox.filter(({ ackedSeq }) => ackedSeq == null).length
  let kept = unsent
  for (const [store, entries] of [['outbox', outbox] as const, ['sent', sent] as const])
    for (const { n, at, ackedSeq } of entries) {
      if (ackedSeq == null) continue
      if (at < now - SENT_KEPT_MS) tx.objectStore(store).delete(n)
      else kept++
    }
  await new Promise((resolve, reject) => {
    tx.oncomplete = resolve
    tx.onabort = () => reject(tx.error)
  })
  database.close()
  if (kept === 0) indexedDB.deleteDatabase(name)
  return unsent
}

/** Opens a database in its present version. Null: it does not exist, and opening would create it. */
async function openExisting(name: string): Promise<IDBDatabase | null> {
  const opening = indexedDB.open(name)
  let isNew = false
  opening.onupgradeneeded = () => {
    isNew = true
    opening.transaction?.abort()
  }
  try {
    return await done(opening)
  } catch (failure) {
    if (isNew) return null
    throw failure
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
