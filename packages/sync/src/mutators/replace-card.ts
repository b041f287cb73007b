import { type Card, ok, type Refusal, type Result, unique } from '@cardinal/domain'
import type { EditedCard, Mutator } from '../mutation.ts'
import { editCards, findTags } from './_internals/cards.ts'
import { savedSubnotes } from './_internals/subnotes.ts'

/** Everything of a card at once. Its subnotes are kept as given: a card may hold equal ones for good. */
export const replaceCard: Mutator<'replaceCard'> = {
  reads: ({ card }) => ({ cards: [card.id], tags: card.tagIds ?? [] }),
  write: ({ card: given }, rows, context) => {
    const tags = findTags(given.tagIds ?? [], rows)
    if (!tags.ok) return tags
    return editCards([given.id], rows, context, (card) => replaced(card, given))
  },
}

function replaced(card: Card, given: EditedCard): Result<Card, Refusal> {
  const subnotes = savedSubnotes(given.subnotes ?? card.subnotes)
  if (!subnotes.ok) return subnotes
  return ok({
    ...card,
    type: given.type ?? card.type,
    content: given.content,
    subnotes: subnotes.value,
    tagIds: unique(given.tagIds ?? card.tagIds),
    color: given.color === undefined ? card.color : given.color,
    isPublic: given.isPublic ?? card.isPublic,
    parentIds: unique(given.parentIds ?? card.parentIds),
    siblingIds: unique(given.siblingIds ?? card.siblingIds),
    childIds: unique(given.childIds ?? card.childIds),
  })
}
