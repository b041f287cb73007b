import { type Change, ok, refused } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'

/** Groups away; their tags stay. */
export const deleteGroups: Mutator<'deleteGroups'> = {
  reads: ({ groupIds }) => ({ groups: groupIds }),
  write: ({ groupIds }, rows) => {
    const changes: Change[] = []
    for (const id of new Set(groupIds)) {
      if (rows.group(id) === undefined) return refused({ kind: 'not-found', what: 'group', id })
      changes.push({ kind: 'group', id, row: null })
    }
    return ok({ changes })
  },
}
