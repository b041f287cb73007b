import { stripTemporaryPrefix } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { entity } from '../../wire/entity.ts'
import { changed, id, reference, subnoteText } from '../../wire/scalars.ts'

/** Another text for a subnote. */
export const replaceOneTitle = defineChange({
  method: 'PATCH',
  path: '/entity/replace-one-title',
  description: 'Another text for a subnote.',
  body: z.strictObject({ entity_id: id, title_id: reference, text: subnoteText }),
  answer: changed(entity),
  mutation: 'setSubnoteText',
  toArgs: ({ body }) => ({
    cardId: body.entity_id,
    subnoteId: stripTemporaryPrefix(body.title_id),
    text: body.text,
  }),
  fromArgs: ({ cardId, subnoteId, text }) => ({ body: { entity_id: cardId, title_id: subnoteId, text } }),
})
