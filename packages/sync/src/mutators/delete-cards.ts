import { type Change, ok, refused } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'

/** Cards out of sight; they can be restored. Deleting a deleted card changes nothing. */
export const deleteCards: Mutator<'deleteCards'> = {
  reads: ({ cardIds }) => ({ cards: cardIds }),
  write: ({ cardIds }, rows, { onConflict }) => {
    const changes: Change[] = []
    for (const id of new Set(cardIds)) {
      if (rows.card(id)) changes.push({ kind: 'card', id, row: null })
      else if (onConflict !== 'merge' && !rows.deletedCard(id))
        return refused({ kind: 'not-found', what: 'card', id })
    }
    return ok({ changes })
  },
}
