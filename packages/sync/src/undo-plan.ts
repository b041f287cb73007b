import {
  type Card,
  type Change,
  changedValues,
  type Id,
  type Tag,
  type TagGroup,
  textsHash,
} from '@cardinal/domain'
import { UndoPlanner } from './_internals/undo-planner.ts'
import type { Rows } from './mutation.ts'
import type { RowKind } from './overlay.ts'
import type { Undoing, UndoPlan, Written } from './undoing.ts'

/** What changes write, rows with the same values together. @param before the rows before the changes */
export function writtenBy(changes: readonly Change[], before: Rows): Written[] {
  const groups = new Map<string, { kind: RowKind; ids: Id[]; values: Written['values'] }>()
  for (const change of changes) {
    if (change.kind === 'workspace' || change.row === null) continue
    const values = valuesOf(change, before)
    const text = JSON.stringify(values)
    if (text === '{}') continue
    const key = change.kind + text
    const group = groups.get(key) ?? { kind: change.kind, ids: [], values }
    groups.set(key, group)
    group.ids.push(change.id)
  }
  return [...groups.values()]
}

/**
 * How an act is undone when others may have changed its rows since. Put back is what still is as the act left it; what
 * was changed or deleted since stays, and is named. Writes nothing.
 *
 * 1. Right after the act everything is put back.
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

function valuesOf(change: Exclude<Change, { kind: 'workspace' }>, before: Rows): Written['values'] {
  if (change.kind === 'card') return cardValues(before.card(change.id), change.row as Card)
  if (change.kind === 'tag') return differing(TAG_FIELDS, before.tag(change.id), change.row as Tag)
  const group = before.group(change.id)
  const row = change.row as TagGroup
  return group === undefined ? { tagIds: row.tagIds } : differing(GROUP_FIELDS, group, row)
}

function cardValues(before: Card | undefined, row: Card): Written['values'] {
  if (before === undefined) return { texts: textsHash(row) }
  return { ...changedValues(before, row), ...differing(['type'], before, row) }
}

const TAG_FIELDS = ['name', 'color'] as const
const GROUP_FIELDS = ['title', 'color', 'isHidden'] as const

function differing<Row extends object>(
  fields: readonly (keyof Row & string)[],
  before: Row | undefined,
  after: Row,
): Written['values'] {
  if (before === undefined) return {}
  return Object.fromEntries(
    fields.flatMap((field) => (before[field] === after[field] ? [] : [[field, after[field]]])),
  )
}
