import type { Mutator } from '../mutation.ts'
import { editCards } from './_internals/cards.ts'
import { editSubnotes } from './_internals/subnotes.ts'

/** Ticks or unticks a subnote. Null: toggles it. */
export const tickSubnote: Mutator<'tickSubnote'> = {
  reads: ({ cardId }) => ({ cards: [cardId] }),
  write: ({ cardId, subnoteId, isTicked }, rows, context) =>
    editCards([cardId], rows, context, (card) =>
      editSubnotes(card, subnoteId, context, (subnotes, index) =>
        subnotes.map((subnote, at) =>
          at === index ? { ...subnote, isTicked: isTicked ?? !subnote.isTicked } : subnote,
        ),
      ),
    ),
}
