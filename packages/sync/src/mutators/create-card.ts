import {
  type Card,
  givenLinks,
  INITIAL_VALUES,
  NO_LINKS,
  ok,
  type Refusal,
  type Result,
  refused,
  unique,
  withOwnPage,
} from '@cardinal/domain'
import type { MutationContext, Mutator, NewCard } from '../mutation.ts'
import { checkCard, savedValues } from './_internals/cards.ts'
import { findTags } from './_internals/references.ts'
import { savedSubnotes } from './_internals/subnotes.ts'

/** Creates a card. Its creation is never in the future, because a device's clock may be wrong. */
export const createCard: Mutator<'createCard'> = {
  reads: ({ card }) => ({ cards: [card.id], tags: card.tagIds ?? [] }),
  write: ({ card: given }, rows, context) => {
    if (rows.card(given.id) ?? rows.deletedCard(given.id)) return refused({ kind: 'id-taken', id: given.id })
    const tags = findTags(given.tagIds ?? [], rows, context, true)
    if (!tags.ok) return tags
    const tagIds = tags.value.rows.map(({ id }) => id)
    const card = newCard({ ...given, tagIds }, context)
    if (!card.ok) return card
    const checked = checkCard(card.value)
    if (!checked.ok) return checked
    return ok({ changes: [...tags.value.revived, { kind: 'card', id: given.id, row: checked.value }] })
  },
}

function newCard(given: NewCard, context: MutationContext): Result<Card, Refusal> {
  const subnotes = savedSubnotes(given.subnotes ?? [])
  if (!subnotes.ok) return subnotes
  const createdAt = Math.min(given.createdAt ?? context.now, context.now)
  const card: Card = {
    id: given.id,
    type: given.type,
    content: given.content,
    subnotes: subnotes.value,
    tagIds: unique(given.tagIds ?? []),
    ...INITIAL_VALUES,
    ...savedValues(given, context),
    ...givenLinks(given, NO_LINKS),
    createdAt,
    updatedAt: createdAt,
    ...(given.page && { page: given.page }),
  }
  return ok(withOwnPage(card))
}
