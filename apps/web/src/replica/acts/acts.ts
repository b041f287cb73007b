import type { Id } from '@cardinal/domain'
import type { Mutation, Undoing } from '@cardinal/sync'

/** Limits of the list of acts. When one is reached, the oldest act is removed. */
export const KEPT_ACTS = { days: 30, acts: 300, bytesOfOne: 1_000_000, bytes: 10_000_000 }

/** An act in the list. Its undo is read from the disk when it is needed. */
export interface KeptAct {
  readonly id: Id
  readonly workspaceId: Id
  /** In the past tense: "Deleted 2 cards". */
  readonly label: string
  /** ms since 1970 */
  readonly at: number
  readonly cards: number
  /** One of the cards that it changed; null: it changed none. */
  readonly cardId: Id | null
  /** Size of its undo (or redo) as JSON. 0: there is none. */
  readonly bytes: number
  /** The message of its undo. Null: it was not undone. */
  readonly undone: string | null
}

export type NewAct = Undoing & Pick<KeptAct, 'id' | 'workspaceId' | 'label' | 'at'>

/** The list of acts of one person on this device. */
export interface Acts {
  /** False: without storage, the list is lost with the page. */
  readonly isOnDevice: boolean
  /** Adds an act. One with the same id is replaced. */
  keep(act: NewAct): Promise<void>
  /** Resolves with the acts, latest first. */
  list(workspaceId: Id): Promise<readonly KeptAct[]>
  undoing(id: Id): Promise<Undoing | undefined>
  /**
   * Marks an act as undone, or as done again.
   *
   * @param undone the message of the undo; null: it is done again
   * @param undoing the mutations that revert it; null: there are none
   */
  setUndone(id: Id, undone: string | null, undoing: Undoing | null): Promise<void>
  /** Subscribes to changes of the list in this tab. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

/** Names the database of acts, which is removed when the person signs out. */
export function actsDatabase(userId: string): string {
  return `cardinal-acts-${userId}`
}

export function removeActsHere(userId: string): void {
  indexedDB.deleteDatabase(actsDatabase(userId))
}

/** Splits an act into its line and its undo. Null: it is too large to be kept. */
export function keptForm(act: NewAct): { line: KeptAct; undoing: Undoing } | null {
  const { id, workspaceId, label, at, undo, written, moved } = act
  const undoing = { undo, written, ...(moved && { moved }) }
  const bytes = bytesOf(undoing)
  if (bytes > KEPT_ACTS.bytesOfOne) return null
  const cardIds = new Set(undo.flatMap(cardIdsOf))
  const [cardId = null] = cardIds
  return { line: { id, workspaceId, label, at, cards: cardIds.size, cardId, bytes, undone: null }, undoing }
}

/** Returns the size of an undo as JSON. */
export function bytesOf(undoing: Undoing): number {
  return JSON.stringify(undoing).length
}

/** Returns the ids of the acts to remove, so that the rest is within the limits. @param lines the oldest first */
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
