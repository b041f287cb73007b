import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { entity } from '../../wire/entity.ts'
import { content, count, id } from '../../wire/scalars.ts'

/** Another text for a card, merged with what others wrote since `base_seq`. */
export const updateContent = defineChange({
  method: 'PATCH',
  path: '/entity/update-content',
  description: 'Another text for a card, merged with what others wrote since `base_seq`.',
  body: z.strictObject({ entity_id: id, content, base_seq: z.optional(z.nullable(count)) }),
  answer: z.object({ data: entity, seq: count, kept_revision: z.optional(z.string()) }),
  mutation: 'setCardContent',
  toArgs: ({ body }) => ({ cardId: body.entity_id, content: body.content, baseSeq: body.base_seq ?? null }),
  fromArgs: ({ cardId, content, baseSeq }) => ({ body: { entity_id: cardId, content, base_seq: baseSeq } }),
})
