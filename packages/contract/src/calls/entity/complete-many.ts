import { type Due, dayOf, type Id, isDue, LIMITS, timeOf } from '@cardinal/domain'
import type { CompletedCard } from '@cardinal/sync'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { changed, due, fromInstant, id, ids, instant, listOf, toInstant } from '../../wire/scalars.ts'

const day = due.check(z.refine((text) => !isDue(text) || timeOf(text) === null, 'must be a day'))
const completed = z.strictObject({ _id: id, dueAt: z.optional(z.nullable(due)) })

/** Completes cards; those with a recurrence move to their next time. */
export const completeManyEntities = defineChange({
  method: 'POST',
  path: '/entity/complete-many',
  description: 'Completes cards. One with a recurrence moves to its next time instead.',
  body: z.strictObject({
    entities: listOf(completed, LIMITS.cardsById, 1),
    doneAt: z.optional(instant),
    today: z.optional(day),
  }),
  answer: changed(ids),
  mutation: 'completeCards',
  toArgs: ({ body }, { now }) => ({
    // One that is named twice counts once, as it was named last.
    cards: [...new Map(body.entities.map(({ _id, dueAt }) => [_id, cardOf(_id, dueAt)])).values()],
    doneAt: body.doneAt === undefined ? now : fromInstant(body.doneAt),
    today: body.today ?? dayOf(toInstant(now)),
  }),
  fromArgs: ({ cards, doneAt, today }) => ({
    body: {
      entities: cards.map(({ id: _id, dueAt }) => ({ _id, ...(dueAt !== undefined && { dueAt }) })),
      doneAt: toInstant(doneAt),
      today,
    },
  }),
})

function cardOf(id: Id, dueAt: Due | null | undefined): CompletedCard {
  return { id, ...(dueAt !== undefined && { dueAt }) }
}
