import { type Change, ok, refused } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'

/** Deletes groups; their tags stay. A group that was merged meanwhile is skipped, with `onlyUnused` also one with tags. */
export const deleteGroups: Mutator<'deleteGroups'> = {
  reads: ({ groupIds }) => ({ groups: groupIds }),
  write: ({ groupIds, onlyUnused = false }, rows, { onConflict }) => {
    const changes: Change[] = []
    for (const id of new Set(groupIds)) {
      const group = rows.group(id)
      if (onlyUnused && group !== undefined && group.tagIds.length > 0) continue
      if (group !== undefined) changes.push({ kind: 'group', id, row: null })
      else if (onConflict !== 'merge') return refused({ kind: 'not-found', what: 'group', id })
    }
    return ok({ changes })
  },
}
