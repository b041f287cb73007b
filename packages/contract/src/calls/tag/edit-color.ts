import { unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { changed, color, ids, someIds } from '../../wire/scalars.ts'

/** One colour, or none, for tags. */
export const editColor = defineChange({
  method: 'POST',
  path: '/tag/edit-color',
  description: 'One colour, or none, for tags.',
  body: z.strictObject({ tag_ids: someIds, color_name: color }),
  answer: changed(ids),
  mutation: 'setTagColor',
  toArgs: ({ body }) => ({ tagIds: unique(body.tag_ids), color: body.color_name }),
  fromArgs: ({ tagIds, color }) => ({ body: { tag_ids: [...tagIds], color_name: color } }),
})
