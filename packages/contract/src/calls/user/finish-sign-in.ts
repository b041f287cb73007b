import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'

/** Where the provider sends the browser back to; it goes on with a one-time code. */
export const finishSignIn = defineCall({
  method: 'GET',
  path: '/user/sign-in/callback',
  description: 'Where the provider sends the browser back to; it goes on with a one-time code.',
  access: 'public',
  answerForm: 'redirect',
  query: z.looseObject({}),
  answer: z.unknown(),
})
