import {
  addressOf,
  afterOne,
  type Card,
  type CardFiles,
  type Change,
  completionsOf,
  filesOf,
  givenLinks,
  type Id,
  INITIAL_VALUES,
  LIMITS,
  mapLinks,
  NO_LINKS,
  nextDue,
  ok,
  type Refusal,
  type Result,
  refused,
  startFor,
  type Tag,
  textsHash,
  toFiles,
  unique,
  withCompletions,
  withFiles,
  withOwnPage,
} from '@cardinal/domain'
import type {
  CardEdit,
  CompletedCard,
  EditedCard,
  IdsEdit,
  KeptRevision,
  MutationArgs,
  MutationContext,
  Mutator,
  NewCard,
  Outcome,
} from '../mutation.ts'
import {
  aheadRefusal,
  checkCard,
  completionTime,
  contentOnto,
  contentVersion,
  editCards,
  mergedContent,
  readsContentAt,
  savedAddress,
  savedValues,
  withRevived,
} from './_internals/cards.ts'
import { type FoundRows, findTags } from './_internals/rows.ts'
import { savedSubnotes, withSubnoteEdits } from './_internals/subnotes.ts'

/**
 * Creates a card. A creation time in the future becomes `now`, because a device's clock may be wrong. With
 * `onConflict: 'merge'` an id that is taken means the same card, because two devices moved it. The existing
 * card stays, and gets the words that it lacks. A deleted card is replaced and restored.
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
    const checked = checkCard(card.value, null)
    if (!checked.ok) return checked
    return ok({ changes: [...tags.value.revived, { kind: 'card', id: given.id, row: checked.value }] })
  },
}

function sameCard(there: Card, given: NewCard, { now }: MutationContext): Result<Outcome, Refusal> {
  const textById = new Map(there.subnotes.map(({ id, text }) => [id, text]))
  const lines = savedSubnotes(given.subnotes ?? [])
  if (!lines.ok) return lines
  const address = savedAddress(null, given, given.address)
  const keptRevisions = [
    ...(given.content === there.content && address === addressOf(there)
      ? []
      : [contentVersion({ ...given, address })]),
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
  const ahead = aheadRefusal(completionsOf(given.completions ?? null), context)
  if (ahead !== null) return ahead
  const createdAt = Math.min(given.createdAt ?? context.now, context.now)
  const card: Card = {
    id: given.id,
    type: given.type,
    content: given.content,
    address: savedAddress(null, given, given.address),
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

/**
 * Merges a person's changes into the present card. Of single values the last to arrive wins. Texts are
 * merged; if they overlap, the arriving text is shown and the other one is kept as a revision. An address
 * that the person did not see is kept in the same way.
 */
export const editCard: Mutator<'editCard'> = {
  reads: ({ cardId, tagIds }) => ({
    cards: [cardId],
    tags: [...(tagIds?.added ?? []), ...(tagIds?.removed ?? [])],
  }),
  write: (given, rows, context) => {
    const { added = [], removed = [] } = given.tagIds ?? {}
    const tags = findTags(added, rows, context, true)
    if (!tags.ok) return tags
    // A missing tag is on no card, so it counts as detached.
    const gone = findTags(removed, rows, { ...context, onConflict: 'merge' }, false)
    if (!gone.ok) return gone
    const ids = (found: FoundRows<Tag>) => found.rows.map(({ id }) => id)
    const edit = { ...given, tagIds: { added: ids(tags.value), removed: ids(gone.value) } }
    const kept: KeptRevision[] = []
    const outcome = withRevived(
      tags.value,
      editCards([edit.cardId], rows, context, (card) => edited(card, edit, kept, context), holdsText(given)),
    )
    if (!outcome.ok) return outcome
    const isSame = given.sameSitting === true && rows.card(given.cardId)?.content === given.content?.before
    return ok({
      ...outcome.value,
      ...(kept.length > 0 && { keptRevisions: kept }),
      ...(isSame && { sameSitting: [given.cardId] }),
    })
  },
}

function holdsText({ content, address, subnotes = [] }: CardEdit): boolean {
  return (
    content !== undefined ||
    address !== undefined ||
    subnotes.some(({ kind }) => kind === 'add' || kind === 'text')
  )
}

/** @param kept receives the texts that lost a merge */
function edited(
  card: Card,
  edit: CardEdit,
  kept: KeptRevision[],
  context: MutationContext,
): Result<Card, Refusal> {
  const ahead = aheadRefusal(edit.completed?.added ?? [], context)
  if (ahead !== null) return ahead
  const type = edit.type ?? card.type
  const { subnotes, lost } = withSubnoteEdits(card.subnotes, edit.subnotes ?? [])
  for (const text of lost) kept.push({ cardId: card.id, ...text })
  const merged = mergedContent(card, edit, type)
  const content = merged ?? edit.content?.after ?? card.content
  const isLost = merged === null && content !== card.content
  const address = savedAddress(card, { type, content }, edit.address?.after)
  const isUnseen = edit.address !== undefined && edit.address.before !== card.address
  if (isLost || (isUnseen && address !== card.address)) kept.push(contentVersion(card))
  return ok({
    ...card,
    type,
    content,
    address,
    subnotes,
    tagIds: withIds(card.tagIds, edit.tagIds),
    ...savedValues(edit, context),
    ...(edit.completed && {
      completions: withCompletions(card.completions, {
        added: edit.completed.added.map((time) => completionTime(time, context.now)),
        removed: edit.completed.removed,
      }),
    }),
    ...(edit.attached && { files: filesInRoom(card, withFiles(card.files, edit.attached), kept, context) }),
    ...mapLinks((field) => withIds(card[field], edit[field])),
  })
}

/**
 * In a merge, files beyond the limit must not refuse the text that is edited with them. They are kept in a
 * revision, from which a person can attach them again.
 */
function filesInRoom(
  card: Card,
  files: CardFiles | null,
  kept: KeptRevision[],
  { onConflict }: MutationContext,
): CardFiles | null {
  const list = filesOf(files)
  if (onConflict !== 'merge' || list.length <= LIMITS.filesPerCard) return files
  const lost = list.slice(LIMITS.filesPerCard).map(({ name, hash }) => `[${name}](file:${hash})`)
  const version = contentVersion(card)
  kept.push({ ...version, text: [version.text, ...lost].join('\n') })
  return toFiles(list.slice(0, LIMITS.filesPerCard))
}

function withIds(ids: readonly Id[], edit: IdsEdit | undefined): readonly Id[] {
  if (edit === undefined) return ids
  const removed = new Set(edit.removed)
  return unique([...ids.filter((id) => !removed.has(id)), ...edit.added])
}

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
  const ahead = aheadRefusal(completionsOf(given.completions ?? null), context)
  if (ahead !== null) return ahead
  const type = given.type ?? card.type
  return ok({
    ...card,
    type,
    content: given.content,
    address: savedAddress(card, { type, content: given.content }, given.address),
    subnotes: subnotes.value,
    tagIds: unique(given.tagIds ?? card.tagIds),
    ...savedValues(given, context),
    ...givenLinks(given, card),
  })
}

/**
 * Sets the text of a card. If the edit began from an earlier text than the present one, the two edits are merged. If
 * they overlap, the arriving one is shown and the other is kept as a revision.
 */
export const setCardContent: Mutator<'setCardContent'> = {
  reads: ({ cardId, baseSeq }) => ({ cards: [cardId], ...readsContentAt(cardId, baseSeq) }),
  write: ({ cardId, content: given, baseSeq }, rows, context) => {
    const { content, keptRevisions } = contentOnto(cardId, given, baseSeq, rows)
    const outcome = editCards(
      [cardId],
      rows,
      context,
      (card) => ok({ ...card, content, address: savedAddress(card, { type: card.type, content }) }),
      true,
    )
    return outcome.ok && keptRevisions.length > 0 ? ok({ ...outcome.value, keptRevisions }) : outcome
  },
}

/** Sets one colour, or none, on every card. */
export const setCardColor: Mutator<'setCardColor'> = {
  reads: ({ cardIds }) => ({ cards: cardIds }),
  write: ({ cardIds, color }, rows, context) =>
    editCards(cardIds, rows, context, (card) => ok({ ...card, color })),
}

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

/** Detaches every tag from every card. A card with none of them is unchanged. */
export const detachTags: Mutator<'detachTags'> = {
  reads: ({ cardIds, tagIds }) => ({ cards: cardIds, tags: tagIds }),
  write: ({ cardIds, tagIds }, rows, context) => {
    const tags = findTags(tagIds, rows, context, false)
    if (!tags.ok) return tags
    const removed = new Set(tags.value.rows.map(({ id }) => id))
    return editCards(cardIds, rows, context, (card) =>
      ok({ ...card, tagIds: card.tagIds.filter((id) => !removed.has(id)) }),
    )
  },
}

/** Sets the tags of a card, in this order. */
export const setCardTags: Mutator<'setCardTags'> = {
  reads: ({ cardId, tagIds }) => ({ cards: [cardId], tags: tagIds }),
  write: ({ cardId, tagIds: given }, rows, context) => {
    const tags = findTags(given, rows, context, true)
    if (!tags.ok) return tags
    const tagIds = tags.value.rows.map(({ id }) => id)
    return withRevived(
      tags.value,
      editCards([cardId], rows, context, (card) => ok({ ...card, tagIds })),
    )
  },
}

/**
 * Completes cards, each once, even if several devices do. Of a recurring card only the time that the person saw is
 * completed. A completed card keeps the moment of its first completion.
 */
export const completeCards: Mutator<'completeCards'> = {
  reads: ({ cards }) => ({ cards: cards.map(({ id }) => id) }),
  write: ({ cards, doneAt, today }, rows, context) => {
    const seenById = new Map(cards.map((seen) => [seen.id, seen]))
    const outcome = editCards([...seenById.keys()], rows, context, (card) =>
      ok(completed(card, seenById.get(card.id), { doneAt, today }, context)),
    )
    if (!outcome.ok) return outcome
    const cameBack = outcome.value.changes.flatMap((change) =>
      change.kind === 'card' && change.row?.doneAt === null && rows.card(change.id) !== undefined
        ? [change.id]
        : [],
    )
    return ok(cameBack.length === 0 ? outcome.value : { ...outcome.value, cameBack })
  },
}

function completed(
  card: Card,
  seen: CompletedCard | undefined,
  { doneAt: given, today }: Pick<MutationArgs['completeCards'], 'doneAt' | 'today'>,
  { now }: MutationContext,
): Card {
  // A device's clock may be wrong: no card is completed in the future.
  const doneAt = Math.min(given, now)
  if (card.doneAt !== null) return card
  if (card.recurrence === null) return { ...card, doneAt }
  if (seen?.dueAt !== undefined && seen.dueAt !== card.dueAt) return card
  const dueBefore = card.dueAt ?? today
  const dueAt = nextDue(card.recurrence, dueBefore, today)
  if (dueAt === null) return { ...card, doneAt }
  const startAt = startFor(card.startAt, dueBefore, dueAt)
  const subnotes = card.subnotes.map((subnote) => ({ ...subnote, isTicked: false }))
  const completions = withCompletions(card.completions, { added: [completionTime(given, now)], removed: [] })
  return { ...card, dueAt, startAt, recurrence: afterOne(card.recurrence), completions, subnotes }
}

/**
 * Deletes cards, which can be restored. Deleting a deleted card changes nothing. A card with words that the person did
 * not see is not deleted.
 */
export const deleteCards: Mutator<'deleteCards'> = {
  reads: ({ cardIds }) => ({ cards: cardIds }),
  write: ({ cardIds, seen = [] }, rows, { onConflict }) => {
    const changes: Change[] = []
    const seenTexts = new Map(seen.map(({ id, texts }) => [id, texts]))
    for (const id of new Set(cardIds)) {
      const card = rows.card(id)
      if (card) {
        const texts = seenTexts.get(id)
        const isUnseen = texts !== undefined && texts !== textsHash(card)
        if (!isUnseen) changes.push({ kind: 'card', id, row: null })
      } else if (onConflict !== 'merge' && !rows.deletedCard(id))
        return refused({ kind: 'not-found', what: 'card', id })
    }
    return ok({ changes })
  },
}

/** Restores deleted cards as they were, with their times. Restoring a living card changes nothing. */
export const restoreCards: Mutator<'restoreCards'> = {
  reads: ({ cardIds }) => ({ cards: cardIds }),
  write: ({ cardIds }, rows, { onConflict }) => {
    const changes: Change[] = []
    for (const id of new Set(cardIds)) {
      if (rows.card(id)) continue
      const row = rows.deletedCard(id)
      if (row !== undefined) changes.push({ kind: 'card', id, row })
      else if (onConflict !== 'merge') return refused({ kind: 'not-found', what: 'card', id })
    }
    return ok({ changes })
  },
}
