import {
  type Card,
  type Change,
  changedValues,
  type Id,
  type Tag,
  type TagGroup,
  textsHash,
} from '@cardinal/domain'
import type { Mutation, Rows } from './mutation.ts'
import type { RowKind } from './overlay.ts'

/** Values that an act wrote. A later undo compares them to detect changes of others. */
export interface Written {
  readonly kind: RowKind
  readonly ids: readonly Id[]
  /** The fields with one value. `texts`: of a new card, by `textsHash`; `tagIds`: of a new group. */
  readonly values: Readonly<Record<string, unknown>>
}

/**
 * The mutations that undo an act, and the values that the act wrote. Plain data, so that it can be stored.
 */
export interface Undoing {
  readonly undo: readonly Mutation[]
  readonly written: readonly Written[]
  /** Left out: the act changed this workspace alone. */
  readonly moved?: MovedCards
}

/** Cards that an act moved: recreated in another workspace and deleted here. */
export interface MovedCards {
  readonly workspaceId: Id
  /** `texts`: of the card in the other workspace, by `textsHash`. */
  readonly cards: readonly { readonly from: Id; readonly to: Id; readonly texts: string }[]
}

/** A row that an undo does not restore, because it was changed or deleted since. */
export interface LeftRow {
  readonly kind: RowKind
  readonly id: Id
  readonly why: 'changed' | 'deleted'
}

export interface UndoPlan {
  /** Run in this order. None is refused over the rows of the plan. */
  readonly mutations: readonly Mutation[]
  readonly left: readonly LeftRow[]
}

/** Returns the values that changes write, grouped by equal values. @param before the rows before the changes */
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

function valuesOf(change: Exclude<Change, { kind: 'workspace' }>, before: Rows): Written['values'] {
  if (change.kind === 'card') return cardValues(before.card(change.id), change.row as Card)
  if (change.kind === 'tag') return differing(TAG_FIELDS, before.tag(change.id), change.row as Tag)
  const group = before.group(change.id)
  const row = change.row as TagGroup
  return group === undefined ? { tagIds: row.tagIds } : differing(GROUP_FIELDS, group, row)
}

function cardValues(before: Card | undefined, row: Card): Written['values'] {
  if (before === undefined) return { texts: textsHash(row) }
  return { ...changedValues(before, row), ...differing(['type', 'address'], before, row) }
}

const TAG_FIELDS = ['name', 'color', 'displayName'] as const
const GROUP_FIELDS = ['title', 'color', 'isHidden'] as const

function differing<Row extends object>(
  fields: readonly (keyof Row & string)[],
  before: Row | undefined,
  after: Row,
): Written['values'] {
  if (before === undefined) return {}
  return Object.fromEntries(
    fields.flatMap((field) => (before[field] === after[field] ? [] : [[field, after[field] ?? null]])),
  )
}
