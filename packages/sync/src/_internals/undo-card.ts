import type { Card, Id } from '@cardinal/domain'
import { diffCard } from '../diff-card.ts'
import type { Mutation, Rows } from '../mutation.ts'

/**
 * Restores one card by an edit of the changed fields, so that later changes of others stay. A card that was deleted
 * before is only deleted again: this device's copy of it may be older than the edit.
 */
export function undoCard(
  id: Id,
  before: Card | undefined,
  after: Card | null,
  wasLiving: boolean,
  rows: Rows,
): Mutation[] {
  if (before === undefined) return [{ name: 'deleteCards', args: { cardIds: [id] } }]
  if (after === null) return [{ name: 'restoreCards', args: { cardIds: [id] } }]
  if (!wasLiving) return [{ name: 'deleteCards', args: { cardIds: [id] } }]
  // Tags that were deleted since are not restored. Tags that the card still has are not touched, even if their row is
  // missing.
  const kept = new Set(after.tagIds)
  const tagIds = before.tagIds.filter((tagId) => kept.has(tagId) || rows.tag(tagId) !== undefined)
  const edit = diffCard(after, { ...before, tagIds })
  return edit === null ? [] : [{ name: 'editCard', args: edit }]
}
