import type { Card, Id } from '@cardinal/domain'
import { diffCard } from '../diff-card.ts'
import type { Mutation, Rows } from '../mutation.ts'

/**
 * Puts one card back by an edit of what was changed, so that what others changed in between stays. A card that
 * was deleted before is deleted again and nothing else: what this device remembers of it may be older than the edit.
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
  // A tag that is gone is not put back; one that the card still has is not touched, also where its row is missing.
  const kept = new Set(after.tagIds)
  const tagIds = before.tagIds.filter((tagId) => kept.has(tagId) || rows.tag(tagId) !== undefined)
  const edit = diffCard(after, { ...before, tagIds })
  return edit === null ? [] : [{ name: 'editCard', args: edit }]
}
