import { unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { changed, color, ids, someIds } from '../../wire/scalars.ts'

/** One colour, or none, for cards. */
export const updateColor = defineChange({
  method: 'PATCH',
  path: '/entity/update-color',
  description: 'One colour, or none, for cards.',
  body: z.strictObject({ entity_ids: someIds, color }),
  answer: changed(ids),
  mutation: 'setCardColor',
  toArgs: ({ body }) => ({ cardIds: unique(body.entity_ids), color: body.color }),
  fromArgs: ({ cardIds, color }) => ({ body: { entity_ids: [...cardIds], color } }),
})
