import type { Id } from '@cardinal/domain'
import type { AccountMutation, Mutation } from './mutation.ts'

/** A change on its way to the server, as it is kept on the device. Plain data, fit for IndexedDB. */
export interface OutboxEntry {
  /** The Idempotency-Key that it is sent under, however often: one effect per key. */
  readonly key: string
  /** The workspace that it is made in; null for what belongs to the person. */
  readonly workspaceId: Id | null
  readonly mutation: Mutation | AccountMutation
  /**
   * Cards that another entry makes or restores. It is sent after the server has answered that one, and rejected with it:
   * a card that moves is deleted here when it is there. Left out: none.
   */
  readonly needs?: readonly Id[]
  /** When it was made, ms since 1970 by the device's clock; replays use it as `now`. */
  readonly at: number
  /** How often it was sent without an answer that settled it. */
  readonly attempts: number
  /** The sequence number in the server's answer; null until it answered. */
  readonly ackedSeq: number | null
}

/** An entry of one workspace, which can be replayed over its rows. */
export type WorkspaceEntry = OutboxEntry & { readonly workspaceId: Id; readonly mutation: Mutation }

/** Whether the rows pulled up to `seq` hold the entry's effect, so that it leaves what is shown over them. */
export function isSettled(entry: OutboxEntry, seq: number): boolean {
  return entry.ackedSeq !== null && entry.ackedSeq <= seq
}

/** The entries of one workspace that the pulled rows do not hold yet, in order. */
export function pendingEntries(
  entries: readonly OutboxEntry[],
  workspaceId: Id,
  seq: number,
): WorkspaceEntry[] {
  return entries.filter(
    (entry): entry is WorkspaceEntry => entry.workspaceId === workspaceId && !isSettled(entry, seq),
  )
}
