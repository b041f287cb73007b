import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb'

/** Opens a read transaction. Its promise is not awaited: if the browser aborts it, the request reports that. */
export function readTransaction<Schema extends DBSchema, Names extends StoreNames<Schema>[]>(
  database: IDBPDatabase<Schema>,
  names: Names,
): IDBPTransaction<Schema, Names, 'readonly'> {
  const tx = database.transaction(names)
  tx.done.catch(() => {})
  return tx
}

/** Returns whether a write failed because the device has no room. */
export function isStorageFull(failure: unknown): boolean {
  return failure instanceof DOMException && failure.name === 'QuotaExceededError'
}
