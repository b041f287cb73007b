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
import { childGroupMoved } from './_internals/merged-tags.ts'
import { deletedGroup, editGroups, findGroups, findTags, keptName, sameButTimes } from './_internals/rows.ts'

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

/**
 * Renames a group; the title is in stored form. A title of another group is refused. If it was taken
 * elsewhere meanwhile, the two groups are merged.
 */
export const renameGroup: Mutator<'renameGroup'> = {
  reads: ({ groupId, title }) => ({
    groups: [groupId],
    groupTitles: [tagName(title)],
    relatedTags: true,
  }),
  write: ({ groupId, title: text }, rows, context) => {
    const title = keptName(text, 'title')
    if (!title.ok) return title
    const groups = findGroups([groupId], rows, context, false)
    if (!groups.ok) return groups
    const [living] = groups.value.rows
    const group = living ?? deletedGroup(groupId, rows)
    if (group === undefined) return ok({ changes: [] })
    const taken = rows.groupByTitle(title.value)
    if (taken !== undefined && taken.id !== group.id) {
      if (context.onConflict !== 'merge')
        return refused({ kind: 'group-title-taken', title: title.value, groupId: taken.id })
      return ok({ changes: living ? mergedGroups(group, taken, rows, context.now) : [] })
    }
    if (living?.title === title.value) return ok({ changes: [] })
    const row = { ...group, title: title.value, updatedAt: context.now }
    return ok({ changes: [{ kind: 'group', id: group.id, row }] })
  },
}

function mergedGroups(group: TagGroup, into: TagGroup, rows: Rows, now: number): Change[] {
  const tagIds = unique([...into.tagIds, ...group.tagIds])
  const gains = tagIds.length > into.tagIds.length
  return [
    ...(gains ? [{ kind: 'group', id: into.id, row: { ...into, tagIds, updatedAt: now } } as const] : []),
    ...childGroupMoved(group.id, into.id, rows),
    { kind: 'group', id: group.id, row: null, mergedInto: into.id },
  ]
}

/** Sets one colour, or none, on every group. */
export const setGroupColor: Mutator<'setGroupColor'> = {
  reads: ({ groupIds }) => ({ groups: groupIds }),
  write: ({ groupIds, color }, rows, context) =>
    editGroups(groupIds, rows, context, true, (group) => ({ ...group, color })),
}

/** Hides or shows groups. Null: toggles each. */
export const setGroupsHidden: Mutator<'setGroupsHidden'> = {
  reads: ({ groupIds }) => ({ groups: groupIds }),
  write: ({ groupIds, isHidden }, rows, context) =>
    editGroups(groupIds, rows, context, true, (group) => ({
      ...group,
      isHidden: isHidden ?? !group.isHidden,
    })),
}

/** Adds every tag to every group. */
export const attachGroups: Mutator<'attachGroups'> = {
  reads: ({ tagIds, groupIds }) => ({ tags: tagIds, groups: groupIds }),
  write: ({ tagIds, groupIds }, rows, context) => {
    const tags = findTags(tagIds, rows, context, true)
    if (!tags.ok) return tags
    const added = tags.value.rows.map(({ id }) => id)
    const groups = editGroups(groupIds, rows, context, true, (group) => ({
      ...group,
      tagIds: unique([...group.tagIds, ...added]),
    }))
    return groups.ok && groups.value.changes.length > 0
      ? ok({ changes: [...tags.value.revived, ...groups.value.changes] })
      : groups
  },
}

/** Removes every tag from every group. */
export const detachGroups: Mutator<'detachGroups'> = {
  reads: ({ tagIds, groupIds }) => ({ tags: tagIds, groups: groupIds }),
  write: ({ tagIds, groupIds }, rows, context) => {
    const tags = findTags(tagIds, rows, context, false)
    if (!tags.ok) return tags
    const removed = new Set(tags.value.rows.map(({ id }) => id))
    return editGroups(groupIds, rows, context, false, (group) => ({
      ...group,
      tagIds: group.tagIds.filter((id) => !removed.has(id)),
    }))
  },
}

/** Deletes groups; their tags stay. A group that was merged meanwhile is skipped, with `onlyUnused` also one with tags. */
export const deleteGroups: Mutator<'deleteGroups'> = {
  reads: ({ groupIds }) => ({ groups: groupIds }),
  write: ({ groupIds, onlyUnused = false }, rows, { onConflict }) => {
    const changes: Change[] = []
    for (const id of new Set(groupIds)) {
      const group = rows.group(id)
      if (onlyUnused && group !== undefined && group.tagIds.length > 0) continue
      if (group !== undefined) changes.push({ kind: 'group', id, row: null })
      else if (onConflict !== 'merge') return refused({ kind: 'not-found', what: 'group', id })
    }
    return ok({ changes })
  },
}
