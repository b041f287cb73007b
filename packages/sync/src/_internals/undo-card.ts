import type { Card, Id } from '@cardinal/domain'
import type { Mutation, Rows } from '../mutation.ts'
import { missingFrom } from './missing.ts'
import { undoSubnotes } from './undo-subnotes.ts'

/** Puts one card back. A card that was deleted before is edited back first and deleted again then. */
export function undoCard(
  id: Id,
  before: Card | undefined,
  after: Card | null,
  wasLiving: boolean,
  rows: Rows,
): Mutation[] {
  if (before === undefined) return [{ name: 'deleteCards', args: { cardIds: [id] } }]
  if (after === null) return [{ name: 'restoreCards', args: { cardIds: [id] } }]
  const undo = [...undoFields(before, after), ...undoTags(before, after, rows)]
  return wasLiving ? undo : [...undo, { name: 'deleteCards', args: { cardIds: [id] } }]
}

function undoFields(before: Card, after: Card): Mutation[] {
  const cardId = before.id
  if (mustReplace(before, after)) return [{ name: 'replaceCard', args: { card: wholeCard(before, after) } }]
  const undo: Mutation[] = []
  if (before.content !== after.content)
    undo.push({ name: 'setCardContent', args: { cardId, content: before.content, baseSeq: null } })
  if (before.color !== after.color)
    undo.push({ name: 'setCardColor', args: { cardIds: [cardId], color: before.color } })
  return [...undo, ...undoSubnotes(cardId, before.subnotes, after.subnotes)]
}

/** What no smaller mutation can say. */
function mustReplace(before: Card, after: Card): boolean {
  const said = ({ type, isPublic, parentIds, siblingIds, childIds }: Card) =>
    JSON.stringify([type, isPublic, parentIds, siblingIds, childIds])
  return said(before) !== said(after)
}

/** Everything as it was but the tags, which are put back one by one. */
function wholeCard(before: Card, after: Card) {
  const { id, content, subnotes, color, isPublic, parentIds, siblingIds, childIds } = before
  const card = { id, content, subnotes, color, isPublic, parentIds, siblingIds, childIds }
  return before.type === after.type ? card : { ...card, type: before.type }
}

function undoTags(before: Card, after: Card, rows: Rows): Mutation[] {
  const cardIds = [before.id]
  const added = missingFrom(before.tagIds, after.tagIds)
  const lost = missingFrom(after.tagIds, before.tagIds).filter((tagId) => rows.tag(tagId) !== undefined)
  const undo: Mutation[] = []
  if (added.length > 0) undo.push({ name: 'detachTags', args: { cardIds, tagIds: added } })
  if (lost.length > 0) undo.push({ name: 'attachTags', args: { cardIds, tagIds: lost } })
  return undo
}
