import { stripTemporaryPrefix } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { entity } from '../../wire/entity.ts'
import { changed, id, reference } from '../../wire/scalars.ts'

/** A subnote off its card. */
export const deleteOneTitle = defineChange({
  method: 'PATCH',
  path: '/entity/delete-one-title',
  description: 'A subnote off its card.',
  body: z.strictObject({ entity_id: id, title_id: reference }),
  answer: changed(entity),
  mutation: 'deleteSubnote',
  toArgs: ({ body }) => ({ cardId: body.entity_id, subnoteId: stripTemporaryPrefix(body.title_id) }),
  fromArgs: ({ cardId, subnoteId }) => ({ body: { entity_id: cardId, title_id: subnoteId } }),
})
