import type { Id } from '@cardinal/domain'
import type { Mutation, Undoing } from '@cardinal/sync'

/** How much of what a person did is kept: whichever limit is reached first, the oldest goes. */
export const KEPT_ACTS = { days: 30, acts: 300, bytesOfOne: 1_000_000, bytes: 10_000_000 }

/**
 * An act on more cards is shown without its effects on what people look for: the index would be changed and changed back
 * for longer than a moment.
 */
export const MOST_COUNTED = 5_000

/** An act as it stands in the list; what would undo it is read when that is wanted. */
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
  /** Of what would undo it, or do it again, as JSON; 0: nothing does. */
  readonly bytes: number
  /** What the undo said; null: it was not undone. */
  readonly undone: string | null
}

/** What is kept of an act. */
export type NewAct = Undoing & Pick<KeptAct, 'id' | 'workspaceId' | 'label' | 'at'>

/** The acts of one person on this device. */
export interface Acts {
  /** False: the browser closes its storage to us, and the list ends with the page. */
  readonly isOnDevice: boolean
  keep(act: NewAct): Promise<void>
  /** The latest first. */
  list(workspaceId: Id): Promise<readonly KeptAct[]>
  undoing(id: Id): Promise<Undoing | undefined>
  /**
   * Notes that an act was undone, or done again.
   *
   * @param undone what the undo said; null: it is done again
   * @param undoing what takes that back; null: nothing does
   */
  turn(id: Id, undone: string | null, undoing: Undoing | null): Promise<void>
  /** Calls when the list changes in this tab. Returns the way to stop. */
  subscribe(listener: () => void): () => void
}

/** The database of acts; it goes when the person signs out. */
export function actsDatabase(userId: string): string {
  return `cardinal-acts-${userId}`
}

/** Removes the list from this device. */
export function removeActsHere(userId: string): void {
  indexedDB.deleteDatabase(actsDatabase(userId))
}

/** The line of an act, and its body; null where it is too large to be kept. */
export function keptForm(act: NewAct): { line: KeptAct; undoing: Undoing } | null {
  const { id, workspaceId, label, at, undo, written, moved } = act
  const undoing = { undo, written, ...(moved && { moved }) }
  const bytes = bytesOf(undoing)
  if (bytes > KEPT_ACTS.bytesOfOne) return null
  const cardIds = new Set(undo.flatMap(cardIdsOf))
  const [cardId = null] = cardIds
  return { line: { id, workspaceId, label, at, cards: cardIds.size, cardId, bytes, undone: null }, undoing }
}

/** Of an undo, or of what takes it back. */
export function bytesOf(undoing: Undoing): number {
  return JSON.stringify(undoing).length
}

/** The ids of the acts to be given up so that what is left keeps the limits. @param lines the oldest first */
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
