import { ok, unique } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'
import { editCards, findTags } from './_internals/cards.ts'

/** Every tag onto every card; a card that carries all of them already is left as it is. */
export const attachTags: Mutator<'attachTags'> = {
  reads: ({ cardIds, tagIds }) => ({ cards: cardIds, tags: tagIds }),
  write: ({ cardIds, tagIds }, rows, context) => {
    const tags = findTags(tagIds, rows)
    if (!tags.ok) return tags
    return editCards(cardIds, rows, context, (card) =>
      ok({ ...card, tagIds: unique([...card.tagIds, ...tagIds]) }),
    )
  },
}
