import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { group } from '../../wire/group.ts'
import { changed, id, name } from '../../wire/scalars.ts'

/** Another title for a group. */
export const replaceOneGroupTitle = defineChange({
  method: 'PATCH',
  path: '/tag/group/replace-one-title/{id}',
  description: 'Another title for a group.',
  params: z.strictObject({ id }),
  body: z.strictObject({ title: name }),
  answer: changed(group),
  mutation: 'renameGroup',
  toArgs: ({ params, body }) => ({ groupId: params.id, title: body.title }),
})
