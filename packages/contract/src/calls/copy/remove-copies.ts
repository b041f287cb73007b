import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer, count, id, listOf } from '../../wire/scalars.ts'

/** Removes copies of pages, and keeps none of these links from now on. */
export const removeCopies = defineCall({
  method: 'POST',
  path: '/entity/remove-copies',
  description:
    'Removes the copies of the pages of links. A rule brings none of these back; `POST /entity/keep-copies` does. The answer says how many copies there were.',
  access: 'write',
  body: z.strictObject({ entity_ids: listOf(id, 1_000, 1) }),
  answer: answer(count),
})
