import { type Change, ok, refused } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'

/** Deleted cards back as they were, times too. Restoring a card that is there changes nothing. */
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
