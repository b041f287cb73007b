import * as z from 'zod/mini'
import { defineChange, MAX_BODY } from '../../call.ts'
import { editedEntity, entity, optionalFields, optionalFieldsToWire } from '../../wire/entity.ts'
import { count, typeFromWire, typeToWire, wireType } from '../../wire/scalars.ts'

/** Everything of a card at once; its type changes only where changeTypeFrom and changeTypeTo differ. */
export const updateEntire = defineChange({
  method: 'POST',
  path: '/entity/update-entire',
  description:
    'Everything of a card at once; its type changes only where changeTypeFrom and changeTypeTo differ.',
  body: z.strictObject({
    entity: editedEntity,
    changeTypeFrom: z.optional(z.nullable(wireType)),
    changeTypeTo: z.optional(z.nullable(wireType)),
    base_seq: z.optional(z.nullable(count)),
  }),
  answer: z.object({ data: entity, seq: count, kept_revision: z.optional(z.string()) }),
  mutation: 'replaceCard',
  maxBody: MAX_BODY.large,
  toArgs: ({ body: { entity: given, changeTypeFrom, changeTypeTo, base_seq } }, { newId }) => ({
    ...(base_seq !== undefined && { baseSeq: base_seq }),
    card: {
      id: given._id,
      content: given.content,
      ...optionalFields(given, newId),
      ...(changeTypeTo != null && changeTypeTo !== changeTypeFrom && { type: typeFromWire(changeTypeTo) }),
    },
  }),
  fromArgs: ({ card, baseSeq }) => ({
    body: {
      entity: { _id: card.id, content: card.content, ...optionalFieldsToWire(card) },
      ...(card.type && { changeTypeTo: typeToWire(card.type) }),
      ...(baseSeq !== undefined && { base_seq: baseSeq }),
    },
  }),
})
