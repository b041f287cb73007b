import type { Id } from '@cardinal/domain'
import type { DBSchema, IDBPDatabase, StoreNames } from 'idb'
import type { AccountRows } from '../../account-overlay.ts'
import type { SliceColumns } from './slice-columns.ts'
import type { Batch, CopyMeta, LastAcknowledged, StoredEntry, StoredRejection } from './store.ts'

/**
 * ```
 * copies    workspaceId                   -> CopyMeta
 * slices    [workspaceId, generation, n]  -> SliceColumns a complete load, newest rows first
 * batches   [workspaceId, generation, n]  -> Batch        what was pulled since, in order
 * outbox    n                             -> StoredEntry  not in the copy yet
 * sent      n                             -> StoredEntry  in the copy; sent again if the server loses it
 * parked    key                           -> StoredRejection (the name of the first release; renaming it would need a migration)
 * account   'rows'                        -> AccountRows
 *           'epoch'                       -> string       the epoch of all that was acknowledged
 *           'last'                        -> LastAcknowledged
 * ```
 */
export interface Schema extends DBSchema {
  copies: { key: Id; value: CopyMeta }
  slices: { key: [Id, string, number]; value: SliceColumns }
  batches: { key: [Id, string, number]; value: Batch }
  outbox: { key: number; value: KeptEntry; indexes: { key: string; waiting: [1, number] } }
  sent: { key: number; value: StoredEntry }
  parked: { key: string; value: StoredRejection }
  account: { key: 'rows' | 'epoch' | 'last'; value: AccountRows | string | LastAcknowledged }
}

/** Set while the entry is pending, so that an index has only pending entries. */
export type KeptEntry = StoredEntry & { readonly isWaiting?: 1 }

export type StoreName = StoreNames<Schema>

/** Increased when stores or copied rows change their shape. Entries of the outbox survive an upgrade. */
export const VERSION = 11

/** Creates the stores. In a later version, creates again the stores that the server can fill. */
export function upgradeStores(db: IDBPDatabase<Schema>, oldVersion: number): void {
  if (oldVersion < 1) createWaiting(db)
  else for (const name of ['copies', 'slices', 'batches'] as const) db.deleteObjectStore(name)
  db.createObjectStore('copies', { keyPath: 'workspaceId' })
  db.createObjectStore('slices')
  db.createObjectStore('batches')
}

/** Creates the stores of data that the server does not have, or not yet. No upgrade may drop them. */
function createWaiting(db: IDBPDatabase<Schema>): void {
  const outbox = db.createObjectStore('outbox', { keyPath: 'n', autoIncrement: true })
  outbox.createIndex('key', 'key')
  outbox.createIndex('waiting', ['isWaiting', 'n'])
  db.createObjectStore('sent', { keyPath: 'n' })
  db.createObjectStore('parked', { keyPath: 'entry.key' })
  db.createObjectStore('account')
}
