import { UndoPlanner } from './_internals/undo-planner.ts'
import type { Rows } from './mutation.ts'
import type { Undoing, UndoPlan } from './undoing.ts'

/**
 * Plans the undo of an act over rows that others may have changed since. What is still as the act left it is restored.
 * What was changed or deleted since stays, and is listed. Writes nothing.
 *
 * 1. Right after the act everything is restored.
 * 2. A field of one value that somebody wrote since keeps that value. Texts are merged; where the two edits overlap,
 *    the later one stays.
 * 3. A card, tag or group that was deleted since stays deleted.
 * 4. A card that the act made stays where its words were changed since, and a tag or group where it is used since.
 */
export function planUndo({ undo, written }: Undoing, rows: Rows, now: number): UndoPlan {
  const planner = new UndoPlanner(rows, written, now)
  for (const mutation of undo) planner.add(mutation)
  return planner.plan()
}
