import { type Card, ok, type Refusal, type Result, refused, unique } from '@cardinal/domain'
import type { MutationContext, Mutator, NewCard } from '../mutation.ts'
import { checkCard, findTags } from './_internals/cards.ts'
import { savedSubnotes, withoutDuplicateTexts } from './_internals/subnotes.ts'

/** A new card. A subnote that repeats an earlier one's text, case aside, was staged by mistake and is left out. */
export const createCard: Mutator<'createCard'> = {
  reads: ({ card }) => ({ cards: [card.id], tags: card.tagIds ?? [] }),
  write: ({ card: given }, rows, context) => {
    if (rows.card(given.id) ?? rows.deletedCard(given.id)) return refused({ kind: 'id-taken', id: given.id })
    const tags = findTags(given.tagIds ?? [], rows)
    if (!tags.ok) return tags
    const card = newCard(given, context)
    if (!card.ok) return card
    const checked = checkCard(card.value)
    return checked.ok ? ok({ changes: [{ kind: 'card', id: given.id, row: checked.value }] }) : checked
  },
}

function newCard(given: NewCard, context: MutationContext): Result<Card, Refusal> {
  const subnotes = savedSubnotes(given.subnotes ?? [])
  if (!subnotes.ok) return subnotes
  const createdAt = given.createdAt ?? context.now
  return ok({
    id: given.id,
    type: given.type,
    content: given.content,
    subnotes: withoutDuplicateTexts(subnotes.value),
    tagIds: unique(given.tagIds ?? []),
    color: given.color ?? null,
    isPublic: given.isPublic ?? false,
    parentIds: unique(given.parentIds ?? []),
    siblingIds: unique(given.siblingIds ?? []),
    childIds: unique(given.childIds ?? []),
    createdAt,
    updatedAt: createdAt,
  })
}
