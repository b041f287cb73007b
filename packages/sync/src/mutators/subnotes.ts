import {
  type Card,
  LIMITS,
  ok,
  type Refusal,
  type Result,
  refused,
  stripTemporaryPrefix,
} from '@cardinal/domain'
import type { KeptRevision, Mutator } from '../mutation.ts'
import { editCards } from './_internals/cards.ts'
import { mergedText } from './_internals/merged-text.ts'
import { editSubnotes, savedSubnote } from './_internals/subnotes.ts'

/** Adds a subnote to a card, at an index or at the end. Equal texts are allowed. */
export const addSubnote: Mutator<'addSubnote'> = {
  reads: ({ cardId }) => ({ cards: [cardId] }),
  write: ({ cardId, subnote, index }, rows, context) => {
    const added = savedSubnote(subnote)
    const add = (card: Card): Result<Card, Refusal> => {
      if (card.subnotes.some(({ id }) => id === added.id))
        return context.onConflict === 'merge' ? ok(card) : refused({ kind: 'id-taken', id: added.id })
      const at = Math.max(index ?? card.subnotes.length, 0)
      return ok({ ...card, subnotes: card.subnotes.toSpliced(at, 0, added) })
    }
    return editCards([cardId], rows, context, add, true)
  },
}

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

/** Ticks or unticks a subnote. Null: toggles it. */
export const tickSubnote: Mutator<'tickSubnote'> = {
  reads: ({ cardId }) => ({ cards: [cardId] }),
  write: ({ cardId, subnoteId, isTicked }, rows, context) =>
    editCards([cardId], rows, context, (card) =>
      editSubnotes(card, subnoteId, context, (subnotes, index) =>
        subnotes.map((subnote, at) =>
          at === index ? { ...subnote, isTicked: isTicked ?? !subnote.isTicked } : subnote,
        ),
      ),
    ),
}

/** Moves a subnote within its card. An index beyond the end means the end. */
export const moveSubnote: Mutator<'moveSubnote'> = {
  reads: ({ cardId }) => ({ cards: [cardId] }),
  write: ({ cardId, subnoteId, index }, rows, context) =>
    editCards([cardId], rows, context, (card) =>
      editSubnotes(card, subnoteId, context, (subnotes, from) => {
        const moved = subnotes.slice(from, from + 1)
        return subnotes.toSpliced(from, 1).toSpliced(Math.max(index, 0), 0, ...moved)
      }),
    ),
}

/** Removes a subnote from its card. If the text that the person saw is given, a subnote with another text stays. */
export const deleteSubnote: Mutator<'deleteSubnote'> = {
  reads: ({ cardId }) => ({ cards: [cardId] }),
  write: ({ cardId, subnoteId, text }, rows, context) =>
    editCards([cardId], rows, context, (card) =>
      editSubnotes(card, subnoteId, context, (subnotes, index) =>
        text === undefined || subnotes[index]?.text === text ? subnotes.toSpliced(index, 1) : subnotes,
      ),
    ),
}
