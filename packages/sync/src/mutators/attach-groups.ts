import { unique } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'
import { findTags } from './_internals/cards.ts'
import { editGroups } from './_internals/groups.ts'

/** Every tag into every group. */
export const attachGroups: Mutator<'attachGroups'> = {
  reads: ({ tagIds, groupIds }) => ({ tags: tagIds, groups: groupIds }),
  write: ({ tagIds, groupIds }, rows, context) => {
    const tags = findTags(tagIds, rows)
    if (!tags.ok) return tags
    return editGroups(groupIds, rows, context, (group) => ({
      ...group,
      tagIds: unique([...group.tagIds, ...tagIds]),
    }))
  },
}
