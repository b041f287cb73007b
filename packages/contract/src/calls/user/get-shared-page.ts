import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { atMost } from '../../wire/scalars.ts'

/** A shared search as a page without scripts. */
export const getSharedPage = defineCall({
  method: 'GET',
  path: '/shared/{secret}',
  description: 'A shared search as a page: its newest 100 cards. The address holds a secret.',
  access: 'public',
  answerForm: 'html',
  cost: 5,
  params: z.strictObject({ secret: atMost(200) }),
  answer: z.unknown(),
})
