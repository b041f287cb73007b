import { ok, unique } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'
import { editCards, withRevived } from './_internals/cards.ts'
import { findTags } from './_internals/references.ts'

/** Attaches every tag to every card. A card that has all of them already is unchanged. */
export const attachTags: Mutator<'attachTags'> = {
  reads: ({ cardIds, tagIds }) => ({ cards: cardIds, tags: tagIds }),
  write: ({ cardIds, tagIds }, rows, context) => {
    const tags = findTags(tagIds, rows, context, true)
    if (!tags.ok) return tags
    const added = tags.value.rows.map(({ id }) => id)
    return withRevived(
      tags.value,
      editCards(cardIds, rows, context, (card) =>
        ok({ ...card, tagIds: unique([...card.tagIds, ...added]) }),
      ),
    )
  },
}
