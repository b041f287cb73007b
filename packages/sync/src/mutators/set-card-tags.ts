import { ok } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'
import { editCards, withRevived } from './_internals/cards.ts'
import { findTags } from './_internals/references.ts'

/** Sets the tags of a card, in this order. */
export const setCardTags: Mutator<'setCardTags'> = {
  reads: ({ cardId, tagIds }) => ({ cards: [cardId], tags: tagIds }),
  write: ({ cardId, tagIds: given }, rows, context) => {
    const tags = findTags(given, rows, context, true)
    if (!tags.ok) return tags
    const tagIds = tags.value.rows.map(({ id }) => id)
    return withRevived(
      tags.value,
      editCards([cardId], rows, context, (card) => ok({ ...card, tagIds })),
    )
  },
}
