import type { Mutator } from '../mutation.ts'
import { editCards } from './_internals/cards.ts'
import { editSubnotes } from './_internals/subnotes.ts'

/** Moves a subnote within its card. An index beyond the end means the end. */
export const moveSubnote: Mutator<'moveSubnote'> = {
  reads: ({ cardId }) => ({ cards: [cardId] }),
  write: ({ cardId, subnoteId, index }, rows, context) =>
    editCards([cardId], rows, context, (card) =>
      editSubnotes(card, subnoteId, context, (subnotes, from) => {
        const moved = subnotes.slice(from, from + 1)
        return subnotes.toSpliced(from, 1).toSpliced(Math.max(index, 0), 0, ...moved)
      }),
    ),
}
