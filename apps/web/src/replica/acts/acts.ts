import type { Id } from '@cardinal/domain'
import type { Mutation, Undoing } from '@cardinal/sync'

/** Limits of the list of acts. Beyond one, the oldest act is removed. */
export const KEPT_ACTS = { days: 30, acts: 300, bytesOfOne: 1_000_000, bytes: 10_000_000 }

/** An act in the list. Its undo is only read from the disk when needed. */
export interface KeptAct {
  readonly id: Id
  readonly workspaceId: Id
  /** In the past tense: "Deleted 2 cards". */
  readonly label: string
  /** ms since 1970 */
  readonly at: number
  readonly cards: number
  /** One of the changed cards; null: no card was changed. */
  readonly cardId: Id | null
  /** UTF-16 units of its undo (or redo) as JSON; 0: none. */
  readonly bytes: number
  /** The message that its undo showed; null: it was not undone. */
  readonly undone: string | null
}

export type NewAct = Undoing & Pick<KeptAct, 'id' | 'workspaceId' | 'label' | 'at'>

/** The list of acts of one person on this device. */
export interface Acts {
  /** False: there is no storage, so the list is lost with the page. */
  readonly isOnDevice: boolean
  /** Adds an act, or replaces the one with the same id. */
  keep(act: NewAct): Promise<void>
  /** Latest first. */
  list(workspaceId: Id): Promise<readonly KeptAct[]>
  undoing(id: Id): Promise<Undoing | undefined>
  /**
   * Marks an act as undone, or as done again.
   *
   * @param undone message of the undo; null: the act is done again
   * @param undoing mutations that revert it; null: none
   */
  setUndone(id: Id, undone: string | null, undoing: Undoing | null): Promise<void>
  /** Subscribes to changes of the list in this tab. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

/** Name of the database of acts, which is removed when the person signs out. */
export function actsDatabase(userId: string): string {
  return `cardinal-acts-${userId}`
}

export function removeActsHere(userId: string): void {
  indexedDB.deleteDatabase(actsDatabase(userId))
}

/** Separates an act's line in the list from its undo. Null: the act is too large to be stored. */
export function keptForm(act: NewAct): { line: KeptAct; undoing: Undoing } | null {
  const { id, workspaceId, label, at, undo, written, moved } = act
  const undoing = { undo, written, ...(moved && { moved }) }
  const bytes = bytesOf(undoing)
  if (bytes > KEPT_ACTS.bytesOfOne) return null
  const cardIds = new Set(undo.flatMap(cardIdsOf))
  const [cardId = null] = cardIds
  return { line: { id, workspaceId, label, at, cards: cardIds.size, cardId, bytes, undone: null }, undoing }
}

/** UTF-16 units of an undo as JSON. */
export function bytesOf(undoing: Undoing): number {
  return JSON.stringify(undoing).length
}

/**
 * Ids of the acts to remove so that the limits hold.
 *
 * @param lines oldest first
 */
export function beyondLimits(lines: readonly KeptAct[], now: number): Id[] {
  const oldest = now - KEPT_ACTS.days * 24 * 60 * 60 * 1000
  let bytes = 0
  return [...lines].reverse().flatMap(({ id, at, bytes: own }, n) => {
    bytes += own
    return n >= KEPT_ACTS.acts || bytes > KEPT_ACTS.bytes || at < oldest ? [id] : []
  })
}

function cardIdsOf({ name, args }: Mutation): readonly Id[] {
  if (name === 'unmergeTags') return args.tags.flatMap(({ cardIds }) => cardIds)
  if (name === 'renameTag') return args.undoes?.cardIds ?? []
  if ('cardId' in args) return [args.cardId]
  return 'cardIds' in args ? args.cardIds : []
}
