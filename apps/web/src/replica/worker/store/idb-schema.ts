import type { Change, Id } from '@cardinal/domain'
import type { DBSchema, IDBPDatabase, StoreNames } from 'idb'
import type { AccountRows } from '../../account-overlay.ts'
import type { Batch, CopyMeta, ParkedEntry, StoredEntry } from './store.ts'

/**
 * ```
 * copies    workspaceId                   -> CopyMeta
 * slices    [workspaceId, generation, n]  -> Change[]     a complete load, newest rows first
 * batches   [workspaceId, generation, n]  -> Batch        what was pulled since, in order
 * outbox    n                             -> StoredEntry  not in the copy yet
 * sent      n                             -> StoredEntry  in the copy; sent again if the server loses it
 * parked    key                           -> ParkedEntry
 * account   'rows'                        -> AccountRows
 * ```
 */
export interface Schema extends DBSchema {
  copies: { key: Id; value: CopyMeta }
  slices: { key: [Id, string, number]; value: readonly Change[] }
  batches: { key: [Id, string, number]; value: Batch }
  outbox: { key: number; value: KeptEntry; indexes: { key: string; waiting: [1, number] } }
  sent: { key: number; value: StoredEntry }
  parked: { key: string; value: ParkedEntry }
  account: { key: 'rows'; value: AccountRows }
}

/** The mark is there while the entry waits, so that an index finds those alone. */
export type KeptEntry = StoredEntry & { readonly isWaiting?: 1 }

export type StoreName = StoreNames<Schema>

/** Version 1 is the first. A later one may drop `copies`, `slices` and `batches`; never the other stores. */
export const VERSION = 1

/** Makes the stores of version 1. */
export function createStores(db: IDBPDatabase<Schema>): void {
  db.createObjectStore('copies', { keyPath: 'workspaceId' })
  db.createObjectStore('slices')
  db.createObjectStore('batches')
  const outbox = db.createObjectStore('outbox', { keyPath: 'n', autoIncrement: true })
  outbox.createIndex('key', 'key')
  outbox.createIndex('waiting', ['isWaiting', 'n'])
  db.createObjectStore('sent', { keyPath: 'n' })
  db.createObjectStore('parked', { keyPath: 'entry.key' })
  db.createObjectStore('account')
}
