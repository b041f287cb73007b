import { unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { entity, tagsAssigned } from '../../wire/entity.ts'
import { changed, id } from '../../wire/scalars.ts'

/** Exactly these tags on a card. */
export const updateTags = defineChange({
  method: 'PATCH',
  path: '/entity/update-tags',
  description: 'Exactly these tags on a card.',
  body: z.strictObject({ entity_id: id, tags_assigned: tagsAssigned }),
  answer: changed(entity),
  mutation: 'setCardTags',
  toArgs: ({ body }) => ({ cardId: body.entity_id, tagIds: unique(body.tags_assigned) }),
  fromArgs: ({ cardId, tagIds }) => ({ body: { entity_id: cardId, tags_assigned: [...tagIds] } }),
})
