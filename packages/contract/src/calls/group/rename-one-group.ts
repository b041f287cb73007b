import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { group } from '../../wire/group.ts'
import { changed, id, name } from '../../wire/scalars.ts'

/** Another title for a group. */
export const renameOneGroup = defineChange({
  method: 'POST',
  path: '/tag/group/rename-one',
  description: 'Another title for a group.',
  body: z.strictObject({ group_id: id, new_group_name: name }),
  answer: changed(group),
  mutation: 'renameGroup',
  toArgs: ({ body }) => ({ groupId: body.group_id, title: body.new_group_name }),
  fromArgs: ({ groupId, title }) => ({ body: { group_id: groupId, new_group_name: title } }),
})
