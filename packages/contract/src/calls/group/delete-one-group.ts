import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { changed, id } from '../../wire/scalars.ts'

/** Deletes a group; its tags stay. */
export const deleteOneGroup = defineChange({
  method: 'DELETE',
  path: '/tag/group/delete-one/{id}',
  description: 'Deletes a group; its tags stay.',
  params: z.strictObject({ id }),
  answer: changed(id),
  mutation: 'deleteGroups',
  toArgs: ({ params }) => ({ groupIds: [params.id] }),
})
