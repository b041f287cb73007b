import type { Mutator } from '../mutation.ts'
import { editGroups } from './_internals/groups.ts'
import { findTags } from './_internals/references.ts'

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
