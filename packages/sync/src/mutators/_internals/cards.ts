import {
  addressAfter,
  addressOf,
  addressOfLink,
  type Card,
  type CardType,
  type CardValues,
  type Change,
  completeAddress,
  completionsOf,
  DAY_MS,
  dueProblem,
  EMPTY_CARD,
  filesOf,
  givenValues,
  type Id,
  isAddress,
  isStorable,
  LIMITS,
  lengthProblem,
  NOT_AN_ADDRESS,
  ok,
  placeOfAddress,
  placeProblem,
  type Refusal,
  type Result,
  recurrenceProblem,
  refused,
  startProblem,
  type Tag,
  TOO_MANY_FILES,
  TOO_MANY_SUBNOTES,
  TOO_MANY_TAGS,
  textWithAddress,
  toCompletions,
  unsafeAddress,
  withOwnPage,
} from '@cardinal/domain'
import type { CardEdit, KeptRevision, MutationContext, Outcome, ReadSet, Rows } from '../../mutation.ts'
import { mergedText } from './merged-text.ts'
import { type FoundRows, invalid, sameButTimes } from './rows.ts'

/**
 * Edits cards one by one. A deleted card is restored with the edit. A card that stays the same is no change;
 * all others get a new `updatedAt`. An unknown card refuses the whole mutation; with `onConflict: 'merge'` it
 * is skipped.
 *
 * @param holdsText true: the edit contains a person's words. Then an unknown card refuses it even with
 * `merge`, so that the words stay with their author
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
      const checked = checkCard(withOwnPage(edited.value), before)
      if (!checked.ok) return checked
      // Moving a card in the order by hand does not set `updatedAt`.
      const isOnlyMoved = sameButTimes({ ...before, place: edited.value.place }, edited.value)
      const updatedAt = isOnlyMoved ? before.updatedAt : context.now
      changes.push({ kind: 'card', id, row: { ...checked.value, updatedAt } })
    } else if (living === undefined) changes.push({ kind: 'card', id, row: before })
  }
  return ok({ changes })
}

/**
 * An outcome that uses tags, with the deleted tags that it restores. If no card changed, no tag is restored.
 */
export function withRevived(
  tags: FoundRows<Tag>,
  outcome: Result<Outcome, Refusal>,
): Result<Outcome, Refusal> {
  if (!outcome.ok || outcome.value.changes.length === 0 || tags.revived.length === 0) return outcome
  return ok({ ...outcome.value, changes: [...tags.revived, ...outcome.value.changes] })
}

/**
 * The given values as they are saved. Times in the future become `now`, because a device's clock may be
 * wrong.
 */
export function savedValues(given: Partial<CardValues>, { now }: MutationContext): Partial<CardValues> {
  const values = givenValues(given)
  const { doneAt, completions } = values
  return {
    ...values,
    ...(doneAt != null && { doneAt: Math.min(doneAt, now) }),
    ...(completions != null && {
      completions: toCompletions(completionsOf(completions).map((time) => completionTime(time, now))),
    }),
  }
}

/**
 * The refusal of a completion that is more than a day ahead. Null with `merge`, because a device's clock may
 * be wrong.
 */
export function aheadRefusal(
  times: readonly number[],
  { now, onConflict }: MutationContext,
): Result<never, Refusal> | null {
  if (onConflict === 'merge' || !times.some((time) => time > now + DAY_MS)) return null
  return invalid('completions', 'A completion is in the past.')
}

/**
 * The moment as it is saved. Up to a day ahead it is unchanged: an undo names the moment that the device
 * gave, and must find it.
 */
export function completionTime(given: number, now: number): number {
  return Math.min(given, now + DAY_MS)
}

/**
 * The address of a card after a change.
 *
 * @param before null: the card is new
 * @param said undefined: the change does not set it
 */
export function savedAddress(
  before: Card | null,
  after: Pick<Card, 'type' | 'content'>,
  said?: string | null,
): string | null {
  if (said === undefined) return addressAfter(before, after)
  return said === null ? null : completeAddress(said) || null
}

/** A version of a card's content with its address, for the revisions. */
export function contentVersion(card: Pick<Card, 'id' | 'type' | 'content' | 'address'>): KeptRevision {
  return { cardId: card.id, subnoteId: null, text: card.content, address: addressOf(card) }
}

/**
 * Checks a card: it has text within the limits, and no address that runs code. A changed address must be one
 * that can be opened.
 *
 * @param before null: the card is new
 */
export function checkCard(card: Card, before: Card | null): Result<Card, Refusal> {
  if (card.content.trim() === '') return invalid('content', EMPTY_CARD)
  const tooLong = lengthProblem('A text', card.content, LIMITS.contentLength)
  if (tooLong !== null) return invalid('content', tooLong)
  if (!isStorable(card.content)) return invalid('content', UNSTORABLE)
  if (card.tagIds.length > LIMITS.tagsPerCard) return invalid('tagIds', TOO_MANY_TAGS)
  // Parsing the list is slow where many cards change at once.
  const hasNewFiles = card.files !== null && card.files !== before?.files
  if (hasNewFiles && filesOf(card.files).length > LIMITS.filesPerCard) return invalid('files', TOO_MANY_FILES)
  if (card.subnotes.length > LIMITS.subnotesPerCard) return invalid('subnotes', TOO_MANY_SUBNOTES)
  const due = dueProblem(card.dueAt)
  if (due !== null) return invalid('dueAt', due)
  const start = startProblem(card.startAt)
  if (start !== null) return invalid('startAt', start)
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
  return checkAddress(card, before)
}

function checkAddress(card: Card, before: Card | null): Result<Card, Refusal> {
  const { address } = card
  const unsafe = unsafeIn(card)
  if (unsafe !== null) return refused({ kind: 'unsafe-link', address: unsafe })
  if (address === null || address === before?.address) return ok(card)
  const tooLong = lengthProblem('An address', address, LIMITS.contentLength)
  if (tooLong !== null) return invalid('address', tooLong)
  if (!isAddress(address) || !isStorable(address)) return invalid('address', NOT_AN_ADDRESS)
  return ok(card)
}

function unsafeIn(card: Card): string | null {
  const ofAddress = card.address === null ? null : unsafeAddress(card.address)
  return card.type === 'link' ? (ofAddress ?? unsafeAddress(textWithAddress(card))) : ofAddress
}

const UNSTORABLE = 'A text cannot hold NUL or half of a surrogate pair.'

/** Returns the reads of an edit that began at `baseSeq`. */
export function readsContentAt(cardId: Id, baseSeq: number | null): Pick<ReadSet, 'contentAt'> {
  return baseSeq === null ? {} : { contentAt: { cardId, seq: baseSeq } }
}

/**
 * Merges the content of an edit that began from the text at `baseSeq`. Returns the new content, and the text
 * that lost the merge. Without a base, or in the browser, which keeps no history, the arriving content wins.
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
  const merged = mergedText(base, content, present.content)
  if (merged !== null && isSafe(merged, present.type)) return { content: merged, keptRevisions: [] }
  return { content, keptRevisions: [contentVersion(present)] }
}

/**
 * Merges the content of an edit into that of the present card. Addresses are left out of the merge if both
 * texts contain theirs, so that one person can change the title while another changes the address.
 * @param type the type of the card after the edit
 * @returns null where the edits overlap, or their merge is no valid content
 */
export function mergedContent(
  card: Card,
  { content, address }: Pick<CardEdit, 'content' | 'address'>,
  type: CardType,
): string | null {
  if (content === undefined) return card.content
  const { before, after } = content
  const seen = address === undefined ? addressSeen(before, card.address) : address.before
  const wanted = address === undefined ? seen : address.after
  const texts = [marked(before, seen), marked(after, wanted), marked(card.content, card.address)]
  const [base, mine, theirs] = texts.flatMap((text) => text ?? [])
  const shown = seen === wanted ? card.address : wanted
  if (base === undefined || mine === undefined || theirs === undefined || shown === null) {
    const merged = mergedText(before, after, card.content)
    return merged !== null && isSafe(merged, type) ? merged : null
  }
  const merged = mergedText(base, mine, theirs, LIMITS.contentLength - shown.length)?.replace(
    MARK,
    () => shown,
  )
  return merged !== undefined && isSafe(merged, type) ? merged : null
}

/** The address that a person saw in a text, for an edit that does not name it. */
function addressSeen(content: string, present: string | null): string | null {
  const isSame = present !== null && placeOfAddress(content, present) >= 0
  return isSame ? present : addressOfLink(content)
}

/** The content with `MARK` in place of its address. Null: it does not contain the address. */
function marked(content: string, address: string | null): string | null {
  if (address === null || content.includes(MARK)) return null
  const at = placeOfAddress(content, address)
  return at < 0 ? null : content.slice(0, at) + MARK + content.slice(at + address.length)
}

/** U+FFFC, the object replacement character: people do not type it. */
const MARK = '\ufffc'

function isSafe(content: string, type: CardType): boolean {
  return type !== 'link' || unsafeAddress(content) === null
}
