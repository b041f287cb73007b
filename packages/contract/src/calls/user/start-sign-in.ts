import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'

/** Sends the browser to the sign-in provider. */
export const startSignIn = defineCall({
  method: 'GET',
  path: '/user/sign-in/start',
  description: 'Sends the browser to the sign-in provider.',
  access: 'public',
  answerForm: 'redirect',
  query: z.object({ return_to: z.optional(z.string().check(z.maxLength(2_000))) }),
  answer: z.unknown(),
})
