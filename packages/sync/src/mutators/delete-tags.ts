import { type Change, ok, refused } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'

/**
 * Deletes tags. The cascade of `Change` removes them from cards and groups. A tag that was merged meanwhile is skipped,
 * and the target stays.
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
