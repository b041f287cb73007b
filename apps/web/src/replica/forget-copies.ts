import { deleteDB } from 'idb'
import type { StorePlace } from './worker/store/store.ts'

/** Stores that the server can fill again, and the list of acts, which holds words of cards. */
const COPIES = ['copies', 'slices', 'batches', 'sent', 'account', 'acts', 'undoings']
/** Stores whose data is on this device alone. */
const UNSENT = ['outbox', 'parked']

/**
 * Removes every copy of cards from this device after the server ended a session, so that the next user of the browser
 * can't read them. Unsent changes stay until their author signs in again.
 *
 * @returns how many changes stay
 */
export async function forgetCopies(): Promise<number> {
  const found = await indexedDB.databases()
  const names = found.flatMap(({ name }) => (name?.startsWith('cardinal-') ? [name] : []))
  let unsent = 0
  for (const name of names) unsent += await forgetCopy(name)
  return unsent
}

/**
 * Removes one user's data from this device when they sign out. A tab without storage doesn't know the unsent changes of
 * other tabs: then those stay until their author signs in again.
 */
export async function wipeStorage(store: { readonly place: StorePlace }, name: string): Promise<void> {
  if (store.place === 'device') await deleteDB(name)
  else await forgetCopy(name)
}

async function forgetCopy(name: string): Promise<number> {
  const database = await openExisting(name)
  if (database === null) return 0
  database.onversionchange = () => database.close()
  const there = (wanted: readonly string[]) =>
    wanted.filter((store) => database.objectStoreNames.contains(store))
  const stores = there([...COPIES, ...UNSENT])
  if (stores.length === 0) {
    database.close()
    return 0
  }
  const tx = database.transaction(stores, 'readwrite')
  for (const store of there(COPIES)) tx.objectStore(store).clear()
  const counts = await Promise.all(there(UNSENT).map((store) => done(tx.objectStore(store).count())))
  const unsent = counts.reduce((sum, count) => sum + count, 0)
  await new Promise((resolve, reject) => {
    tx.oncomplete = resolve
    tx.onabort = () => reject(tx.error)
  })
  database.close()
  if (unsent === 0) indexedDB.deleteDatabase(name)
  return unsent
}

/** Opens a database at its present version. Null: it was removed meanwhile, and opening would create it. */
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
