import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer, count, id, listOf } from '../../wire/scalars.ts'

/** Keeps copies of the pages of links. */
export const keepCopies = defineCall({
  method: 'POST',
  path: '/entity/keep-copies',
  description:
    'Keeps copies of the pages of links: the readable text, fetched soon. A copy that was removed within 30 days is back at once. The answer says of how many: notes, todos and links without a web address have no page. Where the server fetches no pages it is 0.',
  access: 'write',
  body: z.strictObject({
    entity_ids: listOf(id, 1_000, 1),
    /** True: a copy that is there is fetched again, and stays until the new one has come. */
    again: z.optional(z.boolean()),
  }),
  answer: answer(count),
})
