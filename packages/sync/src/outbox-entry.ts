import type { Id } from '@cardinal/domain'
import type { AccountMutation, Mutation } from './mutation.ts'

/** A change in the outbox, as it is stored on the device. Plain data for IndexedDB. */
export interface OutboxEntry {
  /** Its idempotency key: however often it is sent, it takes effect once. */
  readonly key: string
  /** Its workspace. Null: it changes the account. */
  readonly workspaceId: Id | null
  readonly mutation: Mutation | AccountMutation
  /**
   * Cards that another entry creates or restores. This entry is sent after that one is acknowledged, and rejected with
   * it. For example, a moved card is deleted here after it exists there. Left out: none.
   */
  readonly needs?: readonly Id[]
  /** Time of its creation, ms since 1970 by the device's clock. Replays use it as `now`. */
  readonly at: number
  /** How often it was sent without a final answer. */
  readonly attempts: number
  /** The sequence number in the server's answer. Null: not answered yet. */
  readonly ackedSeq: number | null
}

/** An entry of a workspace, which can be replayed over its rows. */
export type WorkspaceEntry = OutboxEntry & { readonly workspaceId: Id; readonly mutation: Mutation }

/** Returns whether the rows up to `seq` contain the entry's effect, so that it is no longer replayed over them. */
export function isSettled(entry: OutboxEntry, seq: number): boolean {
  return entry.ackedSeq !== null && entry.ackedSeq <= seq
}

/** Returns the entries of one workspace that the pulled rows do not contain yet, in order. */
export function pendingEntries(
  entries: readonly OutboxEntry[],
  workspaceId: Id,
  seq: number,
): WorkspaceEntry[] {
  return entries.filter(
    (entry): entry is WorkspaceEntry => entry.workspaceId === workspaceId && !isSettled(entry, seq),
  )
}
