import type { Mutator } from '../mutation.ts'
import { editCards } from './_internals/cards.ts'
import { editSubnotes } from './_internals/subnotes.ts'

/** Another text for a subnote. */
export const setSubnoteText: Mutator<'setSubnoteText'> = {
  reads: ({ cardId }) => ({ cards: [cardId] }),
  write: ({ cardId, subnoteId, text }, rows, context) =>
    editCards([cardId], rows, context, (card) =>
      editSubnotes(card, subnoteId, (subnotes, index) =>
        subnotes.map((subnote, at) => (at === index ? { ...subnote, text } : subnote)),
      ),
    ),
}
