import { ok, unique } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'
import { editCards, findTags } from './_internals/cards.ts'

/** These tags and no others, in this order. */
export const setCardTags: Mutator<'setCardTags'> = {
  reads: ({ cardId, tagIds }) => ({ cards: [cardId], tags: tagIds }),
  write: ({ cardId, tagIds }, rows, context) => {
    const tags = findTags(tagIds, rows)
    if (!tags.ok) return tags
    return editCards([cardId], rows, context, (card) => ok({ ...card, tagIds: unique(tagIds) }))
  },
}
