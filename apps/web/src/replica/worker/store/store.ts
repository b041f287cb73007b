import type { Change, Id } from '@cardinal/domain'
import type { AccountMutation, OutboxEntry } from '@cardinal/sync'
import { type AccountRows, applyAccountMutation } from '../../account-overlay.ts'

/** A call as it is pushed. Stored when the change is made, so that a later version of the code sends the same. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

/** A change on this device, with its number in the order of all changes of the person. */
export interface StoredEntry extends OutboxEntry {
  readonly n: number
  readonly call: Call
  /**
   * Whether the entry was acknowledged and is sent again, because the server may have lost it.
   * It is not applied to the pulled rows, which contain its effect or will get it by the next pull.
   */
  readonly isRepeat: boolean
}

/** An entry without a number, which the store assigns. */
export type NewEntry = Omit<StoredEntry, 'n' | 'attempts' | 'ackedSeq' | 'isRepeat'>

/** A new change. Its call is added before it is stored; see `withCalls`. */
export type MadeEntry = Omit<NewEntry, 'call'>

/** A change that the server refused for good. */
export interface StoredRejection {
  readonly entry: StoredEntry
  readonly reason: string
  /** Status of the answer. Absent: there was none, or an older version of the app stored it. */
  readonly status?: number
  readonly at: number
  /** Key of the rejected entry that this one depends on. Both are retried and discarded together. Null: none. */
  readonly because: string | null
}

/** State of a workspace's copy. Rows up to `seq` are in slices and batches of this generation. */
export interface CopyMeta {
  readonly workspaceId: Id
  /** Id of one complete load. Rows of other generations are obsolete. */
  readonly generation: string
  /** Number of slices. */
  readonly slices: number
  /** Number of batches after the slices. Absent: written by an older release. */
  readonly batches?: number
  readonly cursor: string
  readonly seq: number
}

/** The rows of one pull. Applied after the slices in the order of `n`, from 1. */
export interface Batch {
  readonly n: number
  readonly changes: readonly Change[]
}

/** A consistent snapshot of all that a tab shows of a workspace. */
export interface CopyState {
  /** Undefined: this device has no complete load. */
  readonly meta: CopyMeta | undefined
  readonly batches: readonly Batch[]
  /** Whether batches are missing from the disk, or unreadable. */
  readonly isDamaged: boolean
  /** Pending entries of all workspaces, in order. */
  readonly outbox: readonly StoredEntry[]
  readonly rejected: readonly StoredRejection[]
  readonly account: AccountRows | undefined
}

/** The account's data on this device, for all workspaces. */
export type AccountState = Pick<CopyState, 'outbox' | 'rejected' | 'account'>

export const NOTHING_KNOWN: AccountState = { outbox: [], rejected: [], account: undefined }

/** The outcome of a push. */
export interface Settlement {
  /**
   * `seq` null: the call belongs to no workspace, so no pull brings its effect. It is applied to the account's
   * rows.
   */
  readonly acknowledged: readonly { readonly n: number; readonly seq: number | null }[]
  readonly rejected: readonly StoredRejection[]
}

/**
 * Where changes are stored: on the disk; in this tab's memory until it ends; or in memory until the full disk has
 * room.
 */
export type StorePlace = 'device' | 'memory' | 'full'

/** ms for which acknowledged entries are kept, to be sent again if the server loses them. */
export const SENT_KEPT_MS = 30 * 86_400_000

/** What the device knows of the server's history. */
export interface History {
  /** The epoch in which all acknowledged changes were acknowledged; null: unknown. */
  readonly epoch: string | null
  /** Key of the change that was acknowledged last. A server without it has lost changes. Null: none. */
  readonly lastKey: string | null
  /** Whether no entry counts as acknowledged. */
  readonly isEmpty: boolean
}

/** The change that was acknowledged last. */
export type LastAcknowledged = Pick<OutboxEntry, 'key' | 'at'>

/** Data of a store that the server does not have. */
export interface Remains extends AccountState {
  /** Acknowledged entries, which the server may lose. Absent: unknown. */
  readonly sent?: readonly StoredEntry[]
  /** Absent: unknown. */
  readonly epoch?: string | null
  readonly last?: LastAcknowledged | null
}

/**
 * The store of one user on one device. Each method is one transaction, which is durable when its promise
 * resolves, unless it says otherwise. Tabs may call at the same time.
 */
export interface ReplicaStore {
  readonly place: StorePlace

  /** @param afterBatch number of the last batch of `generation` that the caller has */
  read(workspaceId: Id, generation: string | null, afterBatch: number): Promise<CopyState>
  readSlice(workspaceId: Id, generation: string, n: number): Promise<readonly Change[]>

  writeSlice(workspaceId: Id, generation: string, n: number, changes: readonly Change[]): Promise<void>
  /**
   * Makes a finished load the copy of its workspace, and removes all others. Needs all slices of the load, and a
   * copy that is still at `from` (null: no copy).
   *
   * @returns false if another tab wrote first or slices are missing; nothing is written then
   */
  finishLoad(meta: CopyMeta, from: CopyMeta | null): Promise<boolean>
  /**
   * Writes the rows and the cursor of a pull if the copy is still at `from`. Moves acknowledged entries that the
   * rows include from the outbox to `sent`. Durability is relaxed, because lost rows would be pulled again.
   *
   * @returns false if another tab wrote first; nothing is written then
   */
  appendBatch(from: CopyMeta, changes: readonly Change[], cursor: string, seq: number): Promise<boolean>

  /** Makes unreadable entries of the outbox rejected changes, and completes entries of older versions. */
  rejectUnreadable(now: number): Promise<void>
  /** Adds entries, each with the next number. Skips keys that exist. */
  enqueue(entries: readonly NewEntry[]): Promise<void>
  /** Counts one more attempt for entries, and returns them without entries that are no longer pending. */
  claim(ns: readonly number[]): Promise<readonly StoredEntry[]>
  /** The whole outbox, in order. */
  outbox(): Promise<readonly StoredEntry[]>
  /** The first entries that the server has not acknowledged, in order. */
  waiting(most: number): Promise<readonly StoredEntry[]>
  settle(settlement: Settlement): Promise<void>
  history(): Promise<History>
  /**
   * Moves all acknowledged entries back to the outbox, in their old order, to be sent again.
   *
   * @param epoch the known epoch from now on; null: none. Absent: unchanged
   */
  repeatSent(epoch?: string | null): Promise<number>
  /** Removes acknowledged entries made before this time. */
  forgetSent(before: number): Promise<void>

  /** Moves a rejected entry, or its edited form, to the end of the outbox, with its related entries in order. */
  retryRejected(key: string, edited?: NewEntry): Promise<void>
  discardRejected(key: string): Promise<void>

  /** Frees room: removes the copies of all other workspaces, and acknowledged entries. */
  makeRoom(keptWorkspaceId: Id): Promise<void>

  writeAccount(account: AccountRows): Promise<void>
  close(): void
}

/** The entries that are retried with this key, in order: all that depend on the same rejected entry. */
export function familyOf(rejected: readonly StoredRejection[], key: string): StoredRejection[] {
  const root = rejected.find(({ entry }) => entry.key === key)?.because ?? key
  return inOrder(rejected.filter((each) => belongsTo(each, root)))
}

/** Rejected changes in order of creation. */
export function inOrder(rejected: readonly StoredRejection[]): StoredRejection[] {
  return [...rejected].sort((a, b) => a.entry.n - b.entry.n)
}

/** Whether a rejected entry is retried and discarded with this key. */
export function belongsTo(rejected: StoredRejection, key: string): boolean {
  return rejected.entry.key === key || rejected.because === key
}

/** Whether a copy is of the same load and at the same cursor. */
export function isAtSamePoint(found: CopyMeta | undefined, said: CopyMeta | null): boolean {
  return found?.generation === said?.generation && found?.cursor === said?.cursor
}

/** Whether the entry belongs to the account, not to a workspace. */
export function isAccountEntry(
  entry: OutboxEntry,
): entry is OutboxEntry & { workspaceId: null; mutation: AccountMutation } {
  return entry.workspaceId === null
}

/** The server's account with pending changes applied. */
export function shownAccount(account: AccountRows, entries: readonly OutboxEntry[]): AccountRows {
  let shown = account
  for (const entry of entries)
    if (isAccountEntry(entry)) shown = applyAccountMutation(shown, entry.mutation, entry.at)
  return shown
}
