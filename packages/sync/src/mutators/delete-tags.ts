import { type Change, ok, refused } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'

/**
 * Deletes tags. The cascade of `Change` removes them from cards and groups. A tag that was merged meanwhile is skipped,
 * and the target stays. With `onlyUnused` so is one that is on a card or in a group.
 */
export const deleteTags: Mutator<'deleteTags'> = {
  reads: ({ tagIds, onlyUnused = false }) =>
    onlyUnused ? { tags: tagIds, cardsCarrying: tagIds, groupsHolding: tagIds } : { tags: tagIds },
  write: ({ tagIds, onlyUnused = false }, rows, { onConflict }) => {
    const changes: Change[] = []
    for (const id of new Set(tagIds)) {
      const isUsed = () => rows.cardsCarrying(id).length + rows.groupsHolding(id).length > 0
      if (onlyUnused && rows.tag(id) !== undefined && isUsed()) continue
      if (rows.tag(id) !== undefined) changes.push({ kind: 'tag', id, row: null })
      else if (onConflict !== 'merge') return refused({ kind: 'not-found', what: 'tag', id })
    }
    return ok({ changes })
  },
}
