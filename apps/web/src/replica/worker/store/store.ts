import type { Change, Id } from '@cardinal/domain'
import type { AccountMutation, OutboxEntry } from '@cardinal/sync'
import type { AccountRows } from '../../account-overlay.ts'

/** A call as it is pushed: fixed when the change is made, so that a later version of the code sends the same. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

/** A change that is on this device, and its place in the order of all changes of the person. */
export interface StoredEntry extends OutboxEntry {
  readonly n: number
  readonly call: Call
  /**
   * Acknowledged once already, and sent again because the server may have lost it. Rows hold it or will;
   * it is not replayed over them.
   */
  readonly isRepeat: boolean
}

/** Everything of an entry but its place, which the store gives. */
export type NewEntry = Omit<StoredEntry, 'n' | 'attempts' | 'ackedSeq' | 'isRepeat'>

/** A change as it is made. Its call is added before it is stored; see `withCalls`. */
export type MadeEntry = Omit<NewEntry, 'call'>

/** A change that the server refused for good. */
export interface RejectedChange {
  readonly entry: StoredEntry
  readonly reason: string
  /** The status of the answer; left out where there was none, or an older version of the app wrote this. */
  readonly status?: number
  readonly at: number
  /** The refused entry because of which this one had to be: they are retried and discarded together. */
  readonly because: string | null
}

/** Where the copy of a workspace stands. Rows up to `seq` are in slices and batches of this generation. */
export interface CopyMeta {
  readonly workspaceId: Id
  /** A name for one complete load; rows of other generations are left-overs. */
  readonly generation: string
  /** How many slices the load has. */
  readonly slices: number
  /** How many batches follow the slices. Left out: an older release wrote this. */
  readonly batches?: number
  readonly cursor: string
  readonly seq: number
}

/** What one pull brought, after the slices; applied in the order of `n`, which starts at 1. */
export interface Batch {
  readonly n: number
  readonly changes: readonly Change[]
}

/** One consistent look at everything that a tab shows of a workspace. */
export interface CopyState {
  /** Undefined: no complete load is on this device. */
  readonly meta: CopyMeta | undefined
  readonly batches: readonly Batch[]
  /** Batches are gone from the disk, or can't be read. */
  readonly isDamaged: boolean
  /** Of all workspaces, in order. */
  readonly outbox: readonly StoredEntry[]
  readonly rejected: readonly RejectedChange[]
  readonly account: AccountRows | undefined
}

/** What a device keeps of the whole account, whichever workspace is open. */
export type AccountState = Pick<CopyState, 'outbox' | 'rejected' | 'account'>

export const NOTHING_KNOWN: AccountState = { outbox: [], rejected: [], account: undefined }

/** What became of entries that were sent. */
export interface Settlement {
  /** `seq` null: the call belongs to no workspace, so that no pull brings it; it goes into the account rows. */
  readonly acknowledged: readonly { readonly n: number; readonly seq: number | null }[]
  readonly rejected: readonly RejectedChange[]
}

/**
 * Where what a person does is kept: on the device's disk; in the memory of this tab until it ends; or there until the
 * disk, which is full, has room again.
 */
export type StorePlace = 'device' | 'memory' | 'full'

/** What of a store is nowhere else, or not yet. */
export interface Remains extends AccountState {
  /** What the server has, and may lose. Left out: none is known. */
  readonly sent?: readonly StoredEntry[]
}

/**
 * What a device keeps for one user. Each method is one transaction: complete or not at all, and on the disk
 * when its promise resolves, unless it says otherwise. Two tabs may call at once.
 */
export interface ReplicaStore {
  readonly place: StorePlace

  /** @param afterBatch batches of `generation` up to this number are known to the caller already */
  read(workspaceId: Id, generation: string | null, afterBatch: number): Promise<CopyState>
  readSlice(workspaceId: Id, generation: string, n: number): Promise<readonly Change[]>

  writeSlice(workspaceId: Id, generation: string, n: number, changes: readonly Change[]): Promise<void>
  /**
   * Makes a finished load the copy of its workspace, and removes every other one of it, where all its slices are
   * there and the copy still stands at `from` (null: there was none).
   * @returns false when another tab was faster, or slices are gone; then nothing was written
   */
  finishLoad(meta: CopyMeta, from: CopyMeta | null): Promise<boolean>
  /**
   * The rows of a pull and the cursor behind them, at once, where the copy still stands at `from`.
   * Acknowledged entries that the rows now hold go from the outbox to the sent ones.
   * It may reach the disk a moment later, with all that it changed: the server has it, and it is pulled again.
   * @returns false when somebody else was faster; then nothing was written
   */
  appendBatch(from: CopyMeta, changes: readonly Change[], cursor: string, seq: number): Promise<boolean>

  /** Makes rejected changes of what this version cannot read in the outbox, and completes what an older one wrote. */
  rejectUnreadable(now: number): Promise<void>
  /** Adds entries, each with the next number; the keys that are there already are passed over. */
  enqueue(entries: readonly NewEntry[]): Promise<void>
  /** Marks entries as sent once more and answers them as they are now; those no longer waiting are left out. */
  claim(ns: readonly number[]): Promise<readonly StoredEntry[]>
  /** The whole outbox, in order. */
  outbox(): Promise<readonly StoredEntry[]>
  /** The first entries that the server has not acknowledged, in order; at most so many. */
  waiting(most: number): Promise<readonly StoredEntry[]>
  settle(settlement: Settlement): Promise<void>
  /** Puts everything that was acknowledged back into the outbox, in its old place, to be sent again. */
  repeatSent(): Promise<number>
  /** Forgets sent entries that were made before this time. */
  forgetSent(before: number): Promise<void>

  /** Puts a refused entry back at the end of the outbox, with its related entries, in order; an edited one in its place. */
  retryRejected(key: string, edited?: NewEntry): Promise<void>
  discardRejected(key: string): Promise<void>

  /** Removes what can be had again: the copies of all other workspaces, and what was sent. */
  makeRoom(keptWorkspaceId: Id): Promise<void>

  writeAccount(account: AccountRows): Promise<void>
  close(): void
}

/** What goes back together with the one of this key, in order: all that was refused for the same reason as it. */
export function familyOf(rejected: readonly RejectedChange[], key: string): RejectedChange[] {
  const root = rejected.find(({ entry }) => entry.key === key)?.because ?? key
  return inOrder(rejected.filter((each) => belongsTo(each, root)))
}

/** Rejected changes in the order in which they were made. */
export function inOrder(rejected: readonly RejectedChange[]): RejectedChange[] {
  return [...rejected].sort((a, b) => a.entry.n - b.entry.n)
}

/** Whether a rejected entry goes the way of the one with this key. */
export function belongsTo(rejected: RejectedChange, key: string): boolean {
  return rejected.entry.key === key || rejected.because === key
}

/** Whether a copy stands where it is said to: of the same load, at the same cursor. */
export function standsAt(found: CopyMeta | undefined, said: CopyMeta | null): boolean {
  return found?.generation === said?.generation && found?.cursor === said?.cursor
}

/** Whether the entry belongs to the person rather than to a workspace. */
export function isAccountEntry(
  entry: OutboxEntry,
): entry is OutboxEntry & { workspaceId: null; mutation: AccountMutation } {
  return entry.workspaceId === null
}
