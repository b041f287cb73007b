import { type Card, ok, type Refusal, type Result, refused } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'
import { editCards } from './_internals/cards.ts'
import { savedSubnote } from './_internals/subnotes.ts'

/** Adds a subnote to a card, at an index or at the end. Equal texts are allowed. */
export const addSubnote: Mutator<'addSubnote'> = {
  reads: ({ cardId }) => ({ cards: [cardId] }),
  write: ({ cardId, subnote, index }, rows, context) => {
    const added = savedSubnote(subnote)
    const add = (card: Card): Result<Card, Refusal> => {
      if (card.subnotes.some(({ id }) => id === added.id))
        return context.onConflict === 'merge' ? ok(card) : refused({ kind: 'id-taken', id: added.id })
      const at = Math.max(index ?? card.subnotes.length, 0)
      return ok({ ...card, subnotes: card.subnotes.toSpliced(at, 0, added) })
    }
    return editCards([cardId], rows, context, add, true)
  },
}
