import type { Mutator } from '../mutation.ts'
import { editGroups } from './_internals/groups.ts'

/** Groups hidden or shown; asked for neither, each the opposite of what it is. */
export const setGroupsHidden: Mutator<'setGroupsHidden'> = {
  reads: ({ groupIds }) => ({ groups: groupIds }),
  write: ({ groupIds, isHidden }, rows, context) =>
    editGroups(groupIds, rows, context, true, (group) => ({
      ...group,
      isHidden: isHidden ?? !group.isHidden,
    })),
}
