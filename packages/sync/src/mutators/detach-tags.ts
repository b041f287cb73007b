import { ok } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'
import { editCards } from './_internals/cards.ts'
import { findTags } from './_internals/references.ts'

/** Detaches every tag from every card. A card with none of them is unchanged. */
export const detachTags: Mutator<'detachTags'> = {
  reads: ({ cardIds, tagIds }) => ({ cards: cardIds, tags: tagIds }),
  write: ({ cardIds, tagIds }, rows, context) => {
    const tags = findTags(tagIds, rows, context, false)
    if (!tags.ok) return tags
    const removed = new Set(tags.value.rows.map(({ id }) => id))
    return editCards(cardIds, rows, context, (card) =>
      ok({ ...card, tagIds: card.tagIds.filter((id) => !removed.has(id)) }),
    )
  },
}
