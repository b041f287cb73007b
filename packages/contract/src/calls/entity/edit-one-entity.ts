import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { cardEditFromWire, cardEditToWire, entityEdit, keptRevision } from '../../wire/card-edit.ts'
import { entity } from '../../wire/entity.ts'
import { count } from '../../wire/scalars.ts'

/** What somebody changed of a card, merged with the card as it is by now. */
export const editOneEntity = defineChange({
  method: 'PATCH',
  path: '/entity/edit-one',
  description: 'What somebody changed of a card, merged with the card as it is by now.',
  body: entityEdit,
  answer: z.object({ data: entity, seq: count, kept_revisions: z.optional(z.array(keptRevision)) }),
  mutation: 'editCard',
  toArgs: ({ body }, { newId }) => cardEditFromWire(body, newId),
  fromArgs: (edit) => ({ body: cardEditToWire(edit) }),
})
