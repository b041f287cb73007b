import {
  type Change,
  checkName,
  type Id,
  ok,
  type Refusal,
  type Result,
  refused,
  type Tag,
  type TagGroup,
} from '@cardinal/domain'
import type { MutationContext, Outcome, Rows } from '../../mutation.ts'

/** The present tags or groups that a mutation names. */
export interface FoundRows<Row> {
  /** Each once, in the order of the ids. */
  readonly rows: readonly Row[]
  /** The rows among them that were deleted, and are restored because the mutation uses them. */
  readonly revived: readonly Change[]
}

/**
 * Finds the living tags that these ids stand for, following merges and duplicates.
 *
 * A missing tag refuses the mutation, or with `onConflict: 'merge'` is left out. With `revives` it is restored, unless
 * its name is unknown.
 */
export function findTags(
  ids: readonly Id[],
  rows: Rows,
  { onConflict }: MutationContext,
  revives: boolean,
): Result<FoundRows<Tag>, Refusal> {
  return found<Tag>(ids, onConflict, revives, {
    what: 'tag',
    living: (id) => rows.tag(id),
    deleted: (id) => rows.deletedTag(id),
    alias: (id) => rows.tagAlias(id),
    named: ({ name }) => rows.tagByName(name),
    nameOf: ({ name }) => name,
  })
}

/** As `findTags`. */
export function findGroups(
  ids: readonly Id[],
  rows: Rows,
  { onConflict }: MutationContext,
  revives: boolean,
): Result<FoundRows<TagGroup>, Refusal> {
  return found<TagGroup>(ids, onConflict, revives, {
    what: 'group',
    living: (id) => rows.group(id),
    deleted: (id) => rows.deletedGroup(id),
    alias: (id) => rows.groupAlias(id),
    named: ({ title }) => rows.groupByTitle(title),
    nameOf: ({ title }) => title,
  })
}

/** Finds the deleted tag that this id stands for, if its name is still known. */
export function deletedTag(id: Id, rows: Rows): Tag | undefined {
  const end = endOfAliases(id, { living: (one) => rows.tag(one), alias: (one) => rows.tagAlias(one) })
  return rows.deletedTag(end)
}

/** As `deletedTag`. */
export function deletedGroup(id: Id, rows: Rows): TagGroup | undefined {
  const end = endOfAliases(id, { living: (one) => rows.group(one), alias: (one) => rows.groupAlias(one) })
  return rows.deletedGroup(end)
}

interface Kind<Row> {
  readonly what: 'tag' | 'group'
  readonly living: (id: Id) => Row | undefined
  readonly deleted: (id: Id) => Row | undefined
  readonly alias: (id: Id) => Id | undefined
  readonly named: (row: Row) => Row | undefined
  readonly nameOf: (row: Row) => string
}

function found<Row extends { readonly id: Id }>(
  ids: readonly Id[],
  onConflict: MutationContext['onConflict'],
  revives: boolean,
  kind: Kind<Row>,
): Result<FoundRows<Row>, Refusal> {
  const rowById = new Map<Id, Row>()
  const revivedByName = new Map<string, Row>()
  for (const id of ids) {
    const current = endOfAliases(id, kind)
    const living = kind.living(current)
    if (living !== undefined) rowById.set(living.id, living)
    else if (onConflict !== 'merge') return refused({ kind: 'not-found', what: kind.what, id })
    else if (revives) {
      const deleted = kind.deleted(current)
      if (deleted === undefined) continue
      const name = kind.nameOf(deleted)
      const row = kind.named(deleted) ?? revivedByName.get(name) ?? deleted
      if (row === deleted) revivedByName.set(name, row)
      rowById.set(row.id, row)
    }
  }
  const revived = [...revivedByName.values()].map(
    (row) => ({ kind: kind.what, id: row.id, row }) as unknown as Change,
  )
  return ok({ rows: [...rowById.values()], revived })
}

/** Follows chains of merges to the last id. */
function endOfAliases<Row>(id: Id, { living, alias }: Pick<Kind<Row>, 'living' | 'alias'>): Id {
  const seen = new Set<Id>()
  let current = id
  while (living(current) === undefined && !seen.has(current)) {
    seen.add(current)
    const next = alias(current)
    if (next === undefined) break
    current = next
  }
  return current
}

/**
 * Edits tags one by one. The edit sets `updatedAt` itself, because only name and colour change it.
 *
 * @param revives whether the edit restores a tag that was deleted elsewhere; see `findTags`
 */
export function editTags(
  tagIds: readonly Id[],
  rows: Rows,
  context: MutationContext,
  revives: boolean,
  edit: (tag: Tag) => Tag,
): Result<Outcome, Refusal> {
  const tags = findTags(tagIds, rows, context, revives)
  if (!tags.ok) return tags
  const changes: Change[] = []
  for (const before of tags.value.rows) {
    const row = edit(before)
    if (row !== before || rows.tag(before.id) === undefined) changes.push({ kind: 'tag', id: before.id, row })
  }
  return ok({ changes })
}

/** The stored form of a name of a tag or group, or the refusal in the specification's words. */
export function keptName(text: string, field: 'name' | 'title'): Result<string, Refusal> {
  const name = checkName(text)
  return name.ok ? name : invalid(field, name.error)
}

/**
 * Edits groups one by one. A group that stays the same is no change.
 *
 * @param revives whether the edit restores a group that was deleted elsewhere; see `findTags`
 */
export function editGroups(
  groupIds: readonly Id[],
  rows: Rows,
  context: MutationContext,
  revives: boolean,
  edit: (group: TagGroup) => TagGroup,
): Result<Outcome, Refusal> {
  const groups = findGroups(groupIds, rows, context, revives)
  if (!groups.ok) return groups
  const changes: Change[] = []
  const revived = new Set(groups.value.revived.map(({ id }) => id))
  for (const before of groups.value.rows) {
    const row = edit(before)
    if (!sameButTimes(before, row))
      changes.push({ kind: 'group', id: before.id, row: { ...row, updatedAt: context.now } })
    else if (revived.has(before.id)) changes.push({ kind: 'group', id: before.id, row: before })
  }
  return ok({ changes })
}

/** Returns whether two states of a row are equal apart from `updatedAt`. Rows are plain data with keys in one order. */
export function sameButTimes<Row extends { readonly updatedAt: number }>(a: Row, b: Row): boolean {
  return a === b || JSON.stringify({ ...a, updatedAt: 0 }) === JSON.stringify({ ...b, updatedAt: 0 })
}

export function invalid(field: string, reason: string): Result<never, Refusal> {
  return refused({ kind: 'invalid', field, reason })
}
