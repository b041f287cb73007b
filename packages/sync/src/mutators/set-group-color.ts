import type { Mutator } from '../mutation.ts'
import { editGroups } from './_internals/groups.ts'

/** Sets one colour, or none, on every group. */
export const setGroupColor: Mutator<'setGroupColor'> = {
  reads: ({ groupIds }) => ({ groups: groupIds }),
  write: ({ groupIds, color }, rows, context) =>
    editGroups(groupIds, rows, context, true, (group) => ({ ...group, color })),
}
