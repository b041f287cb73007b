import { type Change, ok, refused } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'

/** Restores deleted cards as they were, with their times. Restoring a living card changes nothing. */
export const restoreCards: Mutator<'restoreCards'> = {
  reads: ({ cardIds }) => ({ cards: cardIds }),
  write: ({ cardIds }, rows, { onConflict }) => {
    const changes: Change[] = []
    for (const id of new Set(cardIds)) {
      if (rows.card(id)) continue
      const row = rows.deletedCard(id)
      if (row !== undefined) changes.push({ kind: 'card', id, row })
      else if (onConflict !== 'merge') return refused({ kind: 'not-found', what: 'card', id })
    }
    return ok({ changes })
  },
}
