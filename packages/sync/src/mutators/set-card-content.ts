import { ok } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'
import { editCards } from './_internals/cards.ts'
import { contentOnto, readsContentAt } from './_internals/content.ts'

/**
 * Sets the text of a card. If the edit began from an earlier text than the present one, the two edits are merged. If
 * they overlap, the arriving one is shown and the other is kept as a revision.
 */
export const setCardContent: Mutator<'setCardContent'> = {
  reads: ({ cardId, baseSeq }) => ({ cards: [cardId], ...readsContentAt(cardId, baseSeq) }),
  write: ({ cardId, content: given, baseSeq }, rows, context) => {
    const { content, keptRevisions } = contentOnto(cardId, given, baseSeq, rows)
    const outcome = editCards([cardId], rows, context, (card) => ok({ ...card, content }), true)
    return outcome.ok && keptRevisions.length > 0 ? ok({ ...outcome.value, keptRevisions }) : outcome
  },
}
