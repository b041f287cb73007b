import { stripTemporaryPrefix } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { entity } from '../../wire/entity.ts'
import { changed, id, reference } from '../../wire/scalars.ts'

/** A subnote ticked or not; without `isTicked`, the opposite of what it is. */
export const toggleTitleStrikethrough = defineChange({
  method: 'PATCH',
  path: '/entity/toggle-title-strikethrough',
  description: 'A subnote ticked or not; without `isTicked`, the opposite of what it is.',
  body: z.strictObject({ entity_id: id, title_id: reference, isTicked: z.optional(z.boolean()) }),
  answer: changed(entity),
  mutation: 'tickSubnote',
  toArgs: ({ body }) => ({
    cardId: body.entity_id,
    subnoteId: stripTemporaryPrefix(body.title_id),
    isTicked: body.isTicked ?? null,
  }),
  fromArgs: ({ cardId, subnoteId, isTicked }) => ({
    body: { entity_id: cardId, title_id: subnoteId, ...(isTicked !== null && { isTicked }) },
  }),
})
