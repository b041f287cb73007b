import { ok } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'
import { editCards } from './_internals/cards.ts'

/** Sets one colour, or none, on every card. */
export const setCardColor: Mutator<'setCardColor'> = {
  reads: ({ cardIds }) => ({ cards: cardIds }),
  write: ({ cardIds, color }, rows, context) =>
    editCards(cardIds, rows, context, (card) => ok({ ...card, color })),
}
