import type { Mutator } from '../mutation.ts'
import { findTags } from './_internals/cards.ts'
import { editGroups } from './_internals/groups.ts'

/** Every tag out of every group. */
export const detachGroups: Mutator<'detachGroups'> = {
  reads: ({ tagIds, groupIds }) => ({ tags: tagIds, groups: groupIds }),
  write: ({ tagIds, groupIds }, rows, context) => {
    const tags = findTags(tagIds, rows)
    if (!tags.ok) return tags
    const gone = new Set(tagIds)
    return editGroups(groupIds, rows, context, (group) => ({
      ...group,
      tagIds: group.tagIds.filter((id) => !gone.has(id)),
    }))
  },
}
