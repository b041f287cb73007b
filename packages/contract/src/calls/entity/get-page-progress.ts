import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer, count } from '../../wire/scalars.ts'

/** How far the server is with fetching the pages of a person's links. */
export const getPageProgress = defineCall({
  method: 'GET',
  path: '/entity/page-progress',
  description: 'How far the server is with fetching the pages of your links: how many are in each state.',
  access: 'read',
  answer: answer(
    z.object({
      /** False: this server fetches no pages. */
      is_on: z.boolean(),
      /** Not fetched yet. */
      waiting: count,
      fetched: count,
      /** The site asks for an account, or keeps programs away. */
      blocked: count,
      /** Failed, and will be tried again. */
      failing: count,
      dead: count,
      /** The address is in a private network, or has an odd port: it is not fetched. */
      refused: count,
    }),
  ),
})
