import { ok, refused } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'
import { editCards } from './_internals/cards.ts'
import { savedSubnote } from './_internals/subnotes.ts'

/** A subnote into a card, at a place or at the end. An equal text is no hindrance here: somebody asked for it. */
export const addSubnote: Mutator<'addSubnote'> = {
  reads: ({ cardId }) => ({ cards: [cardId] }),
  write: ({ cardId, subnote, index }, rows, context) => {
    const added = savedSubnote(subnote)
    return editCards([cardId], rows, context, (card) => {
      if (card.subnotes.some(({ id }) => id === added.id)) return refused({ kind: 'id-taken', id: added.id })
      const at = Math.max(index ?? card.subnotes.length, 0)
      return ok({ ...card, subnotes: card.subnotes.toSpliced(at, 0, added) })
    })
  },
}
