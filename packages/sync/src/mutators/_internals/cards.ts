import {
  type Card,
  type Change,
  EMPTY_CARD,
  type Id,
  isStorable,
  LIMITS,
  lengthProblem,
  ok,
  type Refusal,
  type Result,
  refused,
  type Tag,
  TOO_MANY_LINES,
  TOO_MANY_TAGS,
  unsafeAddress,
} from '@cardinal/domain'
import type { MutationContext, Outcome, Rows } from '../../mutation.ts'
import { sameButTimes } from './same.ts'

/**
 * Edits cards one by one: a card that is not there refuses the whole; a deleted one comes back with the
 * edit; one that the edit leaves as it was is no change; the others get a new `updatedAt`.
 */
export function editCards(
  cardIds: readonly Id[],
  rows: Rows,
  context: MutationContext,
  edit: (card: Card) => Result<Card, Refusal>,
): Result<Outcome, Refusal> {
  const changes: Change[] = []
  for (const id of new Set(cardIds)) {
    const living = rows.card(id)
    const before = living ?? rows.deletedCard(id)
    if (before === undefined) return refused({ kind: 'not-found', what: 'card', id })
    const edited = edit(before)
    if (!edited.ok) return edited
    if (!sameButTimes(before, edited.value)) {
      const checked = checkCard(edited.value)
      if (!checked.ok) return checked
      changes.push({ kind: 'card', id, row: { ...edited.value, updatedAt: context.now } })
    } else if (living === undefined) changes.push({ kind: 'card', id, row: before })
  }
  return ok({ changes })
}

/** The tags of these ids, or the refusal for the first that is not there. */
export function findTags(tagIds: readonly Id[], rows: Rows): Result<Tag[], Refusal> {
  const tags: Tag[] = []
  for (const id of new Set(tagIds)) {
    const tag = rows.tag(id)
    if (tag === undefined) return refused({ kind: 'not-found', what: 'tag', id })
    tags.push(tag)
  }
  return ok(tags)
}

/** What every card must be: something written on it, within the limits, and no address that runs code. */
export function checkCard(card: Card): Result<Card, Refusal> {
  if (card.content.trim() === '') return invalid('content', EMPTY_CARD)
  const tooLong = lengthProblem('A text', card.content, LIMITS.contentLength)
  if (tooLong !== null) return invalid('content', tooLong)
  if (!isStorable(card.content)) return invalid('content', UNSTORABLE)
  if (card.tagIds.length > LIMITS.tagsPerCard) return invalid('tagIds', TOO_MANY_TAGS)
  if (card.subnotes.length > LIMITS.subnotesPerCard) return invalid('subnotes', TOO_MANY_LINES)
  for (const { text } of card.subnotes) {
    if (text.trim() === '') return invalid('subnotes', 'A line needs some text.')
    if (!isStorable(text)) return invalid('subnotes', UNSTORABLE)
    const lineTooLong = lengthProblem('A line', text, LIMITS.subnoteLength)
    if (lineTooLong !== null) return invalid('subnotes', lineTooLong)
  }
  const address = card.type === 'link' ? unsafeAddress(card.content) : null
  return address === null ? ok(card) : refused({ kind: 'unsafe-link', address })
}

export function invalid(field: string, reason: string): Result<never, Refusal> {
  return refused({ kind: 'invalid', field, reason })
}

const UNSTORABLE = 'A text cannot hold NUL or half of a surrogate pair.'
