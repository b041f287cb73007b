import type { Id } from '@cardinal/domain'
import { type Mutation, mergedText } from '@cardinal/sync/edits'
import { type Undoable, undoStack } from './undo-stack.ts'

/** ms of rest that end a sitting. Also ms between two versions of a note in one sitting. */
export const SITTING_MS = 5 * 60 * 1000

interface Sitting {
  /** The last saved text. */
  readonly text: string
  /** When it was saved, in ms since 1970. */
  readonly savedAt: number
  /** When the latest version was kept. */
  readonly versionAt: number
  /** The act of the sitting. Null: none yet. */
  readonly actId: Id | null
}

/** A person's writing in one card: many small changes that make one act, and one version in five minutes. */
export class Sittings {
  readonly #byCard = new Map<Id, Sitting>()

  /** Marks an edit of text that the same sitting wrote before, so that no version is stored for it. */
  marked(mutation: Mutation, now: number): Mutation {
    if (mutation.name !== 'editCard' || mutation.args.content === undefined) return mutation
    const { cardId, content } = mutation.args
    const before = this.#of(cardId, now)
    const isSame = before?.text === content.before && now - before.versionAt < SITTING_MS
    this.#byCard.set(cardId, {
      text: content.after,
      savedAt: now,
      versionAt: before !== undefined && isSame ? before.versionAt : now,
      actId: before?.actId ?? null,
    })
    return isSame ? { name: 'editCard', args: { ...mutation.args, sameSitting: true } } : mutation
  }

  /** Joins an act with the earlier act of the sitting, which leaves the stack. An undone act is not joined. */
  joined(cardId: Id, act: Undoable): Undoable {
    const sitting = this.#byCard.get(cardId)
    const earlier = undoStack.getState().done.find(({ id }) => id === sitting?.actId)
    const joined = earlier === undefined ? null : joinedActs(earlier, act)
    if (joined !== null && earlier !== undefined) undoStack.getState().take(earlier)
    const both = joined ?? act
    if (sitting !== undefined) this.#byCard.set(cardId, { ...sitting, actId: both.id })
    return both
  }

  #of(cardId: Id, now: number): Sitting | undefined {
    const sitting = this.#byCard.get(cardId)
    return sitting !== undefined && now - sitting.savedAt < SITTING_MS ? sitting : undefined
  }
}

/** The sittings of this page. */
export const sittings = new Sittings()

/**
 * Joins two acts that changed the text of one card, so that the undo reverts both, without text that others wrote
 * in between. Null: they changed something else, too, or the texts can't be joined.
 */
export function joinedActs(earlier: Undoable, later: Undoable): Undoable | null {
  const [first, second] = [contentUndo(earlier), contentUndo(later)]
  if (first === null || second === null || first.cardId !== second.cardId) return null
  const after =
    second.after === first.before ? first.after : mergedText(first.before, first.after, second.after)
  if (after === null) return null
  const content = { before: second.before, after }
  return {
    ...later,
    id: earlier.id,
    undo: [{ name: 'editCard', args: { cardId: second.cardId, content } }],
  }
}

/** The change of a text that undoes an act. Null: its undo changes something else, too. */
function contentUndo({ undo, written }: Undoable) {
  const [only, ...more] = undo
  if (only?.name !== 'editCard' || more.length + written.length > 0) return null
  const { cardId, content, ...rest } = only.args
  return content === undefined || Object.keys(rest).length > 0 ? null : { cardId, ...content }
}
