import { afterOne, type Card, nextDue, ok } from '@cardinal/domain'
import type { CompletedCard, MutationArgs, Mutator } from '../mutation.ts'
import { editCards } from './_internals/cards.ts'

/**
 * Completes cards, each once, even if several devices do. Of a recurring card only the time that the person saw is
 * completed. A completed card keeps the moment of its first completion.
 */
export const completeCards: Mutator<'completeCards'> = {
  reads: ({ cards }) => ({ cards: cards.map(({ id }) => id) }),
  write: ({ cards, doneAt, today }, rows, context) => {
    const seenById = new Map(cards.map((seen) => [seen.id, seen]))
    // A device's clock may be wrong: no card is completed in the future.
    const at = Math.min(doneAt, context.now)
    const outcome = editCards([...seenById.keys()], rows, context, (card) =>
      ok(completed(card, seenById.get(card.id), { doneAt: at, today })),
    )
    if (!outcome.ok) return outcome
    const cameBack = outcome.value.changes.flatMap((change) =>
      change.kind === 'card' && change.row?.doneAt === null && rows.card(change.id) !== undefined
        ? [change.id]
        : [],
    )
    return ok(cameBack.length === 0 ? outcome.value : { ...outcome.value, cameBack })
  },
}

function completed(
  card: Card,
  seen: CompletedCard | undefined,
  { doneAt, today }: Pick<MutationArgs['completeCards'], 'doneAt' | 'today'>,
): Card {
  if (card.doneAt !== null) return card
  if (card.recurrence === null) return { ...card, doneAt }
  if (seen?.dueAt !== undefined && seen.dueAt !== card.dueAt) return card
  const dueAt = nextDue(card.recurrence, card.dueAt ?? today, today)
  if (dueAt === null) return { ...card, doneAt }
  const subnotes = card.subnotes.map((subnote) => ({ ...subnote, isTicked: false }))
  return { ...card, dueAt, recurrence: afterOne(card.recurrence), subnotes }
}
