import { refused, tagName } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'
import { editGroups } from './_internals/groups.ts'
import { keptName } from './_internals/tags.ts'

/** Another title for a group, in kept form; one that another group has is refused. */
export const renameGroup: Mutator<'renameGroup'> = {
  reads: ({ groupId, title }) => ({ groups: [groupId], groupTitles: [tagName(title)] }),
  write: ({ groupId, title: text }, rows, context) => {
    const title = keptName(text, 'title')
    if (!title.ok) return title
    const taken = rows.groupByTitle(title.value)
    const isTaken = rows.group(groupId) !== undefined && taken !== undefined && taken.id !== groupId
    if (isTaken) return refused({ kind: 'group-title-taken', title: title.value, groupId: taken.id })
    return editGroups([groupId], rows, context, (group) => ({ ...group, title: title.value }))
  },
}
