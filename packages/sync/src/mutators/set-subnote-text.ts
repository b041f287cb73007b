import { type Card, LIMITS, ok, type Refusal, type Result, stripTemporaryPrefix } from '@cardinal/domain'
import type { KeptRevision, Mutator } from '../mutation.ts'
import { editCards } from './_internals/cards.ts'
import { mergedText } from './_internals/merged-text.ts'
import { editSubnotes } from './_internals/subnotes.ts'

/**
 * Sets the text of a subnote. If the text that the person saw is given, the two edits are merged; if they overlap, the
 * arriving one is shown and the other is kept as a revision. A subnote that was removed elsewhere is restored, because
 * a deletion must not lose an edit.
 */
export const setSubnoteText: Mutator<'setSubnoteText'> = {
  reads: ({ cardId }) => ({ cards: [cardId] }),
  write: ({ cardId, subnoteId, text, before }, rows, context) => {
    const id = stripTemporaryPrefix(subnoteId)
    const kept: KeptRevision[] = []
    const edit = (card: Card): Result<Card, Refusal> => {
      const isThere = card.subnotes.some((subnote) => subnote.id === id)
      if (!isThere && context.onConflict === 'merge')
        return ok({ ...card, subnotes: [...card.subnotes, { id, text, isTicked: false }] })
      return editSubnotes(card, id, context, (subnotes, index) =>
        subnotes.map((subnote, at) => {
          if (at !== index) return subnote
          const merged =
            before === undefined ? text : mergedText(before, text, subnote.text, LIMITS.subnoteLength)
          if (merged === null) kept.push({ cardId, subnoteId: id, text: subnote.text })
          return { ...subnote, text: merged ?? text }
        }),
      )
    }
    const outcome = editCards([cardId], rows, context, edit, true)
    return outcome.ok && kept.length > 0 ? ok({ ...outcome.value, keptRevisions: kept }) : outcome
  },
}
