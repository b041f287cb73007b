import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { entity, subnoteFromWire } from '../../wire/entity.ts'
import { changed, id, position, stagedId, subnoteText } from '../../wire/scalars.ts'

/** A subnote onto a card. */
export const addOneTitle = defineChange({
  method: 'PATCH',
  path: '/entity/add-one-title/{id}',
  description: 'A subnote onto a card.',
  params: z.strictObject({ id }),
  body: z.strictObject({
    _id: z.optional(stagedId),
    text: subnoteText,
    isTicked: z.optional(z.boolean()),
    index: z.optional(z.nullable(position)),
  }),
  answer: changed(entity),
  mutation: 'addSubnote',
  toArgs: ({ params, body }, { newId }) => ({
    cardId: params.id,
    subnote: subnoteFromWire(body, newId),
    index: body.index ?? null,
  }),
  fromArgs: ({ cardId, subnote, index }) => ({
    params: { id: cardId },
    body: { _id: subnote.id, text: subnote.text, isTicked: subnote.isTicked, index },
  }),
})
