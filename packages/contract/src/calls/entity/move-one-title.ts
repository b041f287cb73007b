import { stripTemporaryPrefix } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { entity } from '../../wire/entity.ts'
import { changed, id, position, reference } from '../../wire/scalars.ts'

/** A subnote to another place on its card. */
export const moveOneTitle = defineChange({
  method: 'PATCH',
  path: '/entity/move-one-title',
  description: 'A subnote to another place on its card.',
  body: z.strictObject({ entity_id: id, title_id: reference, index: position }),
  answer: changed(entity),
  mutation: 'moveSubnote',
  toArgs: ({ body }) => ({
    cardId: body.entity_id,
    subnoteId: stripTemporaryPrefix(body.title_id),
    index: body.index,
  }),
  fromArgs: ({ cardId, subnoteId, index }) => ({ body: { entity_id: cardId, title_id: subnoteId, index } }),
})
