import { ok } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'
import { editCards, findTags } from './_internals/cards.ts'

/** Every tag off every card; a card that carries none of them is left as it is. */
export const detachTags: Mutator<'detachTags'> = {
  reads: ({ cardIds, tagIds }) => ({ cards: cardIds, tags: tagIds }),
  write: ({ cardIds, tagIds }, rows, context) => {
    const tags = findTags(tagIds, rows)
    if (!tags.ok) return tags
    const gone = new Set(tagIds)
    return editCards(cardIds, rows, context, (card) =>
      ok({ ...card, tagIds: card.tagIds.filter((id) => !gone.has(id)) }),
    )
  },
}
