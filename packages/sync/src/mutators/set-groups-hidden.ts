import type { Mutator } from '../mutation.ts'
import { editGroups } from './_internals/groups.ts'

/** Hides or shows groups. Null: toggles each. */
export const setGroupsHidden: Mutator<'setGroupsHidden'> = {
  reads: ({ groupIds }) => ({ groups: groupIds }),
  write: ({ groupIds, isHidden }, rows, context) =>
    editGroups(groupIds, rows, context, true, (group) => ({
      ...group,
      isHidden: isHidden ?? !group.isHidden,
    })),
}
