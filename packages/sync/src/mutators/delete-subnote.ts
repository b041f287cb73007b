import type { Mutator } from '../mutation.ts'
import { editCards } from './_internals/cards.ts'
import { editSubnotes } from './_internals/subnotes.ts'

/** Removes a subnote from its card. */
export const deleteSubnote: Mutator<'deleteSubnote'> = {
  reads: ({ cardId }) => ({ cards: [cardId] }),
  write: ({ cardId, subnoteId }, rows, context) =>
    editCards([cardId], rows, context, (card) =>
      editSubnotes(card, subnoteId, context, (subnotes, index) => subnotes.toSpliced(index, 1)),
    ),
}
