import {
  type Card,
  givenLinks,
  INITIAL_VALUES,
  LIMITS,
  NO_LINKS,
  ok,
  type Refusal,
  type Result,
  refused,
  unique,
  withOwnPage,
} from '@cardinal/domain'
import type { MutationContext, Mutator, NewCard, Outcome } from '../mutation.ts'
import { checkCard, savedValues, withRevived } from './_internals/cards.ts'
import { findTags } from './_internals/references.ts'
import { savedSubnotes } from './_internals/subnotes.ts'

/**
 * Creates a card. Its creation is never in the future, because a device's clock may be wrong. With `onConflict: 'merge'`
 * an id that is taken means the same card, because two devices moved it: the card stays, and words of the arriving one
 * that it lacks are kept. A deleted one comes back as it arrives.
 */
export const createCard: Mutator<'createCard'> = {
  reads: ({ card }) => ({ cards: [card.id], tags: card.tagIds ?? [] }),
  write: ({ card: given }, rows, context) => {
    const there = rows.card(given.id)
    const isTaken = there !== undefined || rows.deletedCard(given.id) !== undefined
    if (isTaken && context.onConflict !== 'merge') return refused({ kind: 'id-taken', id: given.id })
    const tags = findTags(given.tagIds ?? [], rows, context, true)
    if (!tags.ok) return tags
    const tagIds = tags.value.rows.map(({ id }) => id)
    if (there !== undefined) return withRevived(tags.value, sameCard(there, { ...given, tagIds }, context))
    const card = newCard({ ...given, tagIds }, context)
    if (!card.ok) return card
    const checked = checkCard(card.value)
    if (!checked.ok) return checked
    return ok({ changes: [...tags.value.revived, { kind: 'card', id: given.id, row: checked.value }] })
  },
}

function sameCard(there: Card, given: NewCard, { now }: MutationContext): Result<Outcome, Refusal> {
  const textById = new Map(there.subnotes.map(({ id, text }) => [id, text]))
  const lines = savedSubnotes(given.subnotes ?? [])
  if (!lines.ok) return lines
  const keptRevisions = [
    ...(given.content === there.content ? [] : [{ cardId: there.id, subnoteId: null, text: given.content }]),
    ...lines.value
      .filter(({ id, text }) => textById.get(id) !== text)
      .map(({ id, text }) => ({ cardId: there.id, subnoteId: id, text })),
  ]
  const tagIds = unique([...there.tagIds, ...(given.tagIds ?? [])]).slice(0, LIMITS.tagsPerCard)
  const isSame = keptRevisions.length === 0 && tagIds.length === there.tagIds.length
  if (isSame) return ok({ changes: [] })
  return ok({
    changes: [{ kind: 'card', id: there.id, row: { ...there, tagIds, updatedAt: now } }],
    ...(keptRevisions.length > 0 && { keptRevisions }),
  })
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
