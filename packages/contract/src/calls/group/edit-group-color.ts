import { unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { changed, color, ids, someIds } from '../../wire/scalars.ts'

/** One colour, or none, for groups. */
export const editGroupColor = defineChange({
  method: 'POST',
  path: '/tag/edit-groupColor',
  description: 'One colour, or none, for groups.',
  body: z.strictObject({ group_ids: someIds, color_name: color }),
  answer: changed(ids),
  mutation: 'setGroupColor',
  toArgs: ({ body }) => ({ groupIds: unique(body.group_ids), color: body.color_name }),
  fromArgs: ({ groupIds, color }) => ({ body: { group_ids: [...groupIds], color_name: color } }),
})
