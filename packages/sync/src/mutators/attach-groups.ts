import { ok, unique } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'
import { editGroups } from './_internals/groups.ts'
import { findTags } from './_internals/references.ts'

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
