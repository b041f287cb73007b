import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  type OpenDBCallbacks,
  openDB,
  type StoreNames,
} from 'idb'

/** Opens a database. If the browser aborts the upgrade, only the returned promise rejects. */
export function openDatabase<Schema extends DBSchema>(
  name: string,
  version: number,
  callbacks: OpenDBCallbacks<Schema>,
): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(name, version, {
    ...callbacks,
    upgrade(database, oldVersion, newVersion, tx, event) {
      // An unhandled rejection would be an error of the page.
      tx.done.catch(() => {})
      callbacks.upgrade?.(database, oldVersion, newVersion, tx, event)
    },
  })
}

/** Starts a read transaction. Its promise need not be awaited: if the browser aborts it, the requests reject. */
export function readTransaction<Schema extends DBSchema, Names extends StoreNames<Schema>[]>(
  database: IDBPDatabase<Schema>,
  names: Names,
): IDBPTransaction<Schema, Names, 'readonly'> {
  const tx = database.transaction(names)
  tx.done.catch(() => {})
  return tx
}

/** Whether a write failed because the device has no room. */
export function isStorageFull(failure: unknown): boolean {
  return failure instanceof DOMException && failure.name === 'QuotaExceededError'
}
