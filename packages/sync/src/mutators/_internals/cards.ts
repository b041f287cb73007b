import { type Card, type Change, type Id, LIMITS, ok, type Refusal, type Result, refused, type Tag } from '@cardinal/domain'
import type { MutationContext, Outcome, Rows } from '../../mutation.ts'

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
    const checked = withinLimits(edited.value)
    if (!checked.ok) return checked
    const isDifferent = !sameCard(before, edited.value)
    if (isDifferent) changes.push({ kind: 'card', id, row: { ...edited.value, updatedAt: context.now } })
    else if (living === undefined) changes.push({ kind: 'card', id, row: before })
  }
  return ok({ changes })
}

/** The tags of these ids, or the refusal for the first that is not there. */
export function findTags(tagIds: readonly Id[], rows: Rows): Result<Tag[], Refusal> {
  const tags: Tag[] = []
  for (const id of tagIds) {
    const tag = rows.tag(id)
    if (tag === undefined) return refused({ kind: 'not-found', what: 'tag', id })
    tags.push(tag)
  }
  return ok(tags)
}

/** The limits that only the finished card can show; lengths of texts were checked at the edge. */
function withinLimits(card: Card): Result<Card, Refusal> {
  if (card.tagIds.length > LIMITS.tagsPerCard)
    return refused({ kind: 'invalid', field: 'tags_assigned', reason: `A card can carry ${LIMITS.tagsPerCard} tags.` })
  if (card.subnotes.length > LIMITS.subnotesPerCard)
    return refused({ kind: 'invalid', field: 'titles', reason: `A card can hold ${LIMITS.subnotesPerCard} subnotes.` })
  return ok(card)
}

/** Whether two states of a card say the same, times aside. */
function sameCard(a: Card, b: Card): boolean {
  return JSON.stringify({ ...a, updatedAt: 0 }) === JSON.stringify({ ...b, updatedAt: 0 })
}
