import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer, id, ids, listOf, searchText } from '../../wire/scalars.ts'

/** Which cards have copies that contain texts. */
export const findCopies = defineCall({
  method: 'POST',
  path: '/entity/find-copies',
  description:
    'Looks through the words of all copies of a workspace: for each text the cards whose copies contain it, in no order. Search texts ask the same by `copy:`.',
  access: 'read',
  cost: 5,
  body: z.strictObject({
    workspace_id: z.optional(z.nullable(id)),
    texts: listOf(searchText, 10, 1),
  }),
  answer: answer(z.array(ids)),
})
