import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer, count, id, listOf } from '../../wire/scalars.ts'

/** Fetches the pages of links again. */
export const fetchPages = defineCall({
  method: 'POST',
  path: '/entity/fetch-pages',
  description:
    'Fetches the pages of links again, soon. The answer says of how many: notes, todos and links without a web address have no page. Where the server fetches no pages it is 0.',
  access: 'write',
  body: z.strictObject({ entity_ids: listOf(id, 1_000, 1) }),
  answer: answer(count),
})
