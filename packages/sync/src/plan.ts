import type { CardCounts, Change, Id, Refusal } from '@cardinal/domain'

/**
 * Returns whether changes would exceed the cards of the plan. A card counts as new if it was not living before:
 * created, restored, or restored by an edit. Changes that add no card are allowed even above the limit.
 *
 * @param wasLiving whether a card was living before the changes
 * @param counts the person's living cards before, over all workspaces
 * @param limit cards allowed; 0: no limit
 */
export function exceedsPlan(
  changes: readonly Change[],
  wasLiving: (cardId: Id) => boolean,
  counts: CardCounts,
  limit: number,
): Refusal | null {
  if (limit === 0) return null
  const livesAfter = new Map<Id, boolean>()
  for (const change of changes) if (change.kind === 'card') livesAfter.set(change.id, change.row !== null)
  let added = 0
  for (const [id, lives] of livesAfter) added += Number(lives) - Number(wasLiving(id))
  const total = counts.todo + counts.note + counts.link
  return added > 0 && total + added > limit ? { kind: 'card-limit', counts, limit } : null
}
