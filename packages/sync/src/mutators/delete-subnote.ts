import type { Mutator } from '../mutation.ts'
import { editCards } from './_internals/cards.ts'
import { editSubnotes } from './_internals/subnotes.ts'

/** Removes a subnote from its card. If the text that the person saw is given, a subnote with another text stays. */
export const deleteSubnote: Mutator<'deleteSubnote'> = {
  reads: ({ cardId }) => ({ cards: [cardId] }),
  write: ({ cardId, subnoteId, text }, rows, context) =>
    editCards([cardId], rows, context, (card) =>
      editSubnotes(card, subnoteId, context, (subnotes, index) =>
        text === undefined || subnotes[index]?.text === text ? subnotes.toSpliced(index, 1) : subnotes,
      ),
    ),
}
