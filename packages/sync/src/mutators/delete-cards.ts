import { type Change, ok, refused, textsHash } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'

/**
 * Deletes cards, which can be restored. Deleting a deleted card changes nothing. A card with words that the person did
 * not see is not deleted.
 */
export const deleteCards: Mutator<'deleteCards'> = {
  reads: ({ cardIds }) => ({ cards: cardIds }),
  write: ({ cardIds, seen = [] }, rows, { onConflict }) => {
    const changes: Change[] = []
    const seenTexts = new Map(seen.map(({ id, texts }) => [id, texts]))
    for (const id of new Set(cardIds)) {
      const card = rows.card(id)
      if (card) {
        const texts = seenTexts.get(id)
        const isUnseen = texts !== undefined && texts !== textsHash(card)
        if (!isUnseen) changes.push({ kind: 'card', id, row: null })
      } else if (onConflict !== 'merge' && !rows.deletedCard(id))
        return refused({ kind: 'not-found', what: 'card', id })
    }
    return ok({ changes })
  },
}
