import { LIMITS, stripTemporaryPrefix } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { merged } from '../../wire/card-edit.ts'
import { entity } from '../../wire/entity.ts'
import { id, keptText, reference, subnoteText } from '../../wire/scalars.ts'

/** Another text for a subnote, merged with what others wrote where `before` is the text that was read. */
export const replaceOneTitle = defineChange({
  method: 'PATCH',
  path: '/entity/replace-one-title',
  description:
    'Another text for a subnote, merged with what others wrote where `before` is the text that was read.',
  body: z.strictObject({
    entity_id: id,
    title_id: reference,
    text: subnoteText,
    before: z.optional(keptText(LIMITS.subnoteLength)),
  }),
  answer: merged(entity),
  mutation: 'setSubnoteText',
  toArgs: ({ body }) => ({
    cardId: body.entity_id,
    subnoteId: stripTemporaryPrefix(body.title_id),
    text: body.text,
    ...(body.before !== undefined && { before: body.before }),
  }),
  fromArgs: ({ cardId, subnoteId, text, before }) => ({
    body: { entity_id: cardId, title_id: subnoteId, text, ...(before !== undefined && { before }) },
  }),
})
