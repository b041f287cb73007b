import {
  type Change,
  type Id,
  ok,
  type Refusal,
  type Result,
  refused,
  type TagGroup,
  tagName,
  unique,
} from '@cardinal/domain'
import type { MutationContext, Mutator, Rows } from '../mutation.ts'
import { findTags } from './_internals/references.ts'
import { sameButTimes } from './_internals/same.ts'
import { keptName } from './_internals/tags.ts'

/**
 * Creates groups with the same tags. A title that is taken stands for its group, which gets the tags too. A group that
 * is recreated under its id, as the undo of a deletion does, has its former title, colour and visibility.
 */
export const createGroups: Mutator<'createGroups'> = {
  reads: ({ groups, tagIds }) => ({
    groups: groups.map(({ id }) => id),
    groupTitles: groups.map(({ title }) => tagName(title)),
    tags: tagIds,
  }),
  write: ({ groups, tagIds }, rows, context) => {
    const tags = findTags(tagIds, rows, context, true)
    if (!tags.ok) return tags
    const held = tags.value.rows.map(({ id }) => id)
    const made = makeGroups(groups, held, rows, context)
    if (!made.ok || made.value.length === 0) return made.ok ? ok({ changes: [] }) : made
    return ok({ changes: [...tags.value.revived, ...made.value] })
  },
}

function makeGroups(
  given: readonly { readonly id: Id; readonly title: string }[],
  tagIds: readonly Id[],
  rows: Rows,
  { now, onConflict }: MutationContext,
): Result<Change[], Refusal> {
  const rowById = new Map<Id, TagGroup>()
  const idByTitle = new Map<string, Id>()
  const aliases: Change[] = []
  for (const { id, title: text } of given) {
    const living = rows.group(id)
    const isMerged = rows.groupAlias(id) !== undefined
    const deleted = onConflict === 'merge' && !isMerged ? rows.deletedGroup(id) : undefined
    const title = keptName(deleted?.title ?? text, 'title')
    if (!title.ok) return title
    const earlier = idByTitle.get(title.value)
    const own = living === undefined || onConflict !== 'merge' ? undefined : living
    const taken = own ?? rows.groupByTitle(title.value)
    const groupId = earlier ?? taken?.id ?? id
    const isFree = living === undefined && rows.groupAlias(id) !== groupId
    if (onConflict === 'merge' && isFree && groupId !== id)
      aliases.push({ kind: 'group', id, row: null, mergedInto: groupId })
    if (earlier !== undefined) continue
    idByTitle.set(title.value, groupId)
    if (taken === undefined && (living !== undefined || rowById.has(id)))
      return refused({ kind: 'id-taken', id })
    const row =
      taken === undefined
        ? newGroup({ color: null, isHidden: false, ...deleted, id, title: title.value }, tagIds, now)
        : withTags(taken, tagIds, now)
    if (row !== taken) rowById.set(row.id, row)
  }
  const rowChanges = [...rowById.values()].map((row): Change => ({ kind: 'group', id: row.id, row }))
  return ok([...rowChanges, ...aliases.filter(({ id }) => !rowById.has(id))])
}

function newGroup(
  group: Pick<TagGroup, 'id' | 'title' | 'color' | 'isHidden'>,
  tagIds: readonly Id[],
  now: number,
): TagGroup {
  return { ...group, tagIds: unique(tagIds), createdAt: now, updatedAt: now }
}

function withTags(group: TagGroup, tagIds: readonly Id[], now: number): TagGroup {
  const row = { ...group, tagIds: unique([...group.tagIds, ...tagIds]) }
  return sameButTimes(group, row) ? group : { ...row, updatedAt: now }
}
