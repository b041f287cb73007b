import { type Card, givenLinks, ok, type Refusal, type Result, unique } from '@cardinal/domain'
import type { EditedCard, MutationContext, Mutator } from '../mutation.ts'
import { editCards, savedValues, withRevived } from './_internals/cards.ts'
import { contentOnto, readsContentAt } from './_internals/content.ts'
import { findTags } from './_internals/references.ts'
import { savedSubnotes } from './_internals/subnotes.ts'

/** Replaces a whole card. Its subnotes are stored as given; equal ones are allowed. */
export const replaceCard: Mutator<'replaceCard'> = {
  reads: ({ card, baseSeq = null }) => ({
    cards: [card.id],
    tags: card.tagIds ?? [],
    ...readsContentAt(card.id, baseSeq),
  }),
  write: ({ card: given, baseSeq = null }, rows, context) => {
    const tags = findTags(given.tagIds ?? [], rows, context, true)
    if (!tags.ok) return tags
    const tagIds = given.tagIds && tags.value.rows.map(({ id }) => id)
    const { content, keptRevisions } = contentOnto(given.id, given.content, baseSeq, rows)
    const card = { ...given, content, ...(tagIds && { tagIds }) }
    const outcome = withRevived(
      tags.value,
      editCards([given.id], rows, context, (before) => replaced(before, card, context), true),
    )
    return outcome.ok && keptRevisions.length > 0 ? ok({ ...outcome.value, keptRevisions }) : outcome
  },
}

function replaced(card: Card, given: EditedCard, context: MutationContext): Result<Card, Refusal> {
  const subnotes = savedSubnotes(given.subnotes ?? card.subnotes)
  if (!subnotes.ok) return subnotes
  return ok({
    ...card,
    type: given.type ?? card.type,
    content: given.content,
    subnotes: subnotes.value,
    tagIds: unique(given.tagIds ?? card.tagIds),
    ...savedValues(given, context),
    ...givenLinks(given, card),
  })
}
