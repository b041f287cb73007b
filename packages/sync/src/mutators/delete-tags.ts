import { type Change, ok, refused } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'

/**
 * Tags away, off their cards and out of their groups; the cascade of `Change` sees to that. One that was merged
 * into another meanwhile is gone already: the other stays.
 */
export const deleteTags: Mutator<'deleteTags'> = {
  reads: ({ tagIds }) => ({ tags: tagIds }),
  write: ({ tagIds }, rows, { onConflict }) => {
    const changes: Change[] = []
    for (const id of new Set(tagIds)) {
      if (rows.tag(id) !== undefined) changes.push({ kind: 'tag', id, row: null })
      else if (onConflict !== 'merge') return refused({ kind: 'not-found', what: 'tag', id })
    }
    return ok({ changes })
  },
}
