import { type Change, ok, refused, type TagGroup, tagName, unique } from '@cardinal/domain'
import type { Mutator, Rows } from '../mutation.ts'
import { deletedGroup, findGroups } from './_internals/references.ts'
import { childGroupMoved } from './_internals/relations.ts'
import { keptName } from './_internals/tags.ts'

/**
 * Renames a group; the title is in kept form. A title of another group is refused. If it was taken elsewhere meanwhile,
 * the two groups are merged.
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
