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
  /** Shared by the entries of one act of the person, which count as one change. Left out: the entry is an act of its own. */
  readonly act?: string
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

/** Stands for the settings, which have no id and are changed as a whole. */
const SETTINGS = 'settings'

/**
 * The ids of rows that a change writes. The tags of a card are left out: later changes may use them before
 * this one is sent.
 */
export function writtenIds(mutation: Mutation | AccountMutation): readonly string[] {
  switch (mutation.name) {
    case 'createCard':
    case 'replaceCard':
      return [mutation.args.card.id]
    case 'attachTags':
    case 'detachTags':
      return mutation.args.cardIds
    case 'setCardTags':
      return [mutation.args.cardId]
    case 'updateSettings':
      return [SETTINGS]
    default:
      return idsIn(mutation.args)
  }
}

/** The ids of rows that a change writes or uses. Changes with a common id are sent in order. */
export function mentionedIds(mutation: Mutation | AccountMutation): readonly string[] {
  return [...idsIn(mutation.args), ...(mutation.name === 'updateSettings' ? [SETTINGS] : [])]
}

/** Returns all ids in data that can be written as JSON. */
export function idsIn(data: unknown): readonly Id[] {
  return JSON.stringify(data).match(/(?<=")[0-9a-f]{24}(?=")/g) ?? []
}
