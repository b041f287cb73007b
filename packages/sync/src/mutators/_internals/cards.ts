import {
  type Card,
  type CardValues,
  type Change,
  dueProblem,
  EMPTY_CARD,
  givenValues,
  type Id,
  isStorable,
  LIMITS,
  lengthProblem,
  ok,
  placeProblem,
  type Refusal,
  type Result,
  recurrenceProblem,
  refused,
  type Tag,
  TOO_MANY_SUBNOTES,
  TOO_MANY_TAGS,
  unsafeAddress,
  withOwnPage,
} from '@cardinal/domain'
import type { KeptRevision, MutationContext, Outcome, ReadSet, Rows } from '../../mutation.ts'
import { mergedText } from './merged-text.ts'
import { type FoundRows, invalid, sameButTimes } from './rows.ts'

/**
 * Edits cards one by one. A deleted card is restored with the edit. A card that stays the same is no change; all others get
 * a new `updatedAt`. A card that is gone for good refuses the whole mutation; with `onConflict: 'merge'` it is skipped.
 *
 * @param holdsText true: the edit contains a person's words. A card that is gone then refuses it even with `merge`, so that
 *   the words stay with their author
 */
export function editCards(
  cardIds: readonly Id[],
  rows: Rows,
  context: MutationContext,
  edit: (card: Card) => Result<Card, Refusal>,
  holdsText = false,
): Result<Outcome, Refusal> {
  const changes: Change[] = []
  for (const id of new Set(cardIds)) {
    const living = rows.card(id)
    const before = living ?? rows.deletedCard(id)
    if (before === undefined) {
      if (context.onConflict === 'merge' && !holdsText) continue
      return refused({ kind: 'not-found', what: 'card', id })
    }
    const edited = edit(before)
    if (!edited.ok) return edited
    if (!sameButTimes(before, edited.value)) {
      const checked = checkCard(withOwnPage(edited.value))
      if (!checked.ok) return checked
      // A move in the order by hand does not update the card.
      const isOnlyMoved = sameButTimes({ ...before, place: edited.value.place }, edited.value)
      const updatedAt = isOnlyMoved ? before.updatedAt : context.now
      changes.push({ kind: 'card', id, row: { ...checked.value, updatedAt } })
    } else if (living === undefined) changes.push({ kind: 'card', id, row: before })
  }
  return ok({ changes })
}

/**
 * Returns an outcome that uses tags, with the deleted tags that it restores. Where no card changed, no tag was used.
 */
export function withRevived(
  tags: FoundRows<Tag>,
  outcome: Result<Outcome, Refusal>,
): Result<Outcome, Refusal> {
  if (!outcome.ok || outcome.value.changes.length === 0 || tags.revived.length === 0) return outcome
  return ok({ ...outcome.value, changes: [...tags.revived, ...outcome.value.changes] })
}

/** Returns the given values as they are saved. No time is in the future, because a device's clock may be wrong. */
export function savedValues(given: Partial<CardValues>, { now }: MutationContext): Partial<CardValues> {
  const values = givenValues(given)
  return values.doneAt == null ? values : { ...values, doneAt: Math.min(values.doneAt, now) }
}

/** Checks what every card must be: something written on it, within the limits, and no address that runs code. */
export function checkCard(card: Card): Result<Card, Refusal> {
  if (card.content.trim() === '') return invalid('content', EMPTY_CARD)
  const tooLong = lengthProblem('A text', card.content, LIMITS.contentLength)
  if (tooLong !== null) return invalid('content', tooLong)
  if (!isStorable(card.content)) return invalid('content', UNSTORABLE)
  if (card.tagIds.length > LIMITS.tagsPerCard) return invalid('tagIds', TOO_MANY_TAGS)
  if (card.subnotes.length > LIMITS.subnotesPerCard) return invalid('subnotes', TOO_MANY_SUBNOTES)
  const due = dueProblem(card.dueAt)
  if (due !== null) return invalid('dueAt', due)
  const recurrence = recurrenceProblem(card.recurrence)
  if (recurrence !== null) return invalid('recurrence', recurrence)
  const place = placeProblem(card.place)
  if (place !== null) return invalid('place', place)
  for (const { text } of card.subnotes) {
    if (text.trim() === '') return invalid('subnotes', 'A subtask needs some text.')
    if (!isStorable(text)) return invalid('subnotes', UNSTORABLE)
    const lineTooLong = lengthProblem('A subtask', text, LIMITS.subnoteLength)
    if (lineTooLong !== null) return invalid('subnotes', lineTooLong)
  }
  const address = card.type === 'link' ? unsafeAddress(card.content) : null
  return address === null ? ok(card) : refused({ kind: 'unsafe-link', address })
}

const UNSTORABLE = 'A text cannot hold NUL or half of a surrogate pair.'

/** Returns the reads of an edit that began at `baseSeq`. */
export function readsContentAt(cardId: Id, baseSeq: number | null): Pick<ReadSet, 'contentAt'> {
  return baseSeq === null ? {} : { contentAt: { cardId, seq: baseSeq } }
}

/**
 * Merges the content of an edit that began from the text at `baseSeq`. Returns the new content, and the text that it
 * could not hold. Without a base, or in the browser, which keeps no history, the arriving content wins.
 */
export function contentOnto(
  cardId: Id,
  content: string,
  baseSeq: number | null,
  rows: Rows,
): { readonly content: string; readonly keptRevisions: readonly KeptRevision[] } {
  const base = baseSeq === null ? undefined : rows.contentAt(cardId, baseSeq)
  const present = rows.card(cardId) ?? rows.deletedCard(cardId)
  if (present === undefined || base === undefined) return { content, keptRevisions: [] }
  const merged = mergedContent(base, content, present)
  if (merged !== null) return { content: merged, keptRevisions: [] }
  return { content, keptRevisions: [{ cardId, subnoteId: null, text: present.content }] }
}

/** Merges two contents. Null: the edits overlap, or their merge is no valid content. */
function mergedContent(base: string, content: string, present: Card): string | null {
  const merged = mergedText(base, content, present.content)
  return merged !== null && present.type === 'link' && unsafeAddress(merged) !== null ? null : merged
}
