import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'

/** Sends the browser to the sign-in provider. */
export const startSignIn = defineCall({
  method: 'GET',
  path: '/user/sign-in/start',
  description: 'Sends the browser to the sign-in provider.',
  access: 'public',
  answerForm: 'redirect',
  query: z.object({
    return_to: z.optional(z.string().check(z.maxLength(2_000))),
    /** The person is signed in already, and only confirms that it is them. */
    confirm: z.optional(z.literal('true')),
    /** The computer is a shared one: the app keeps nothing on it. */
    shared: z.optional(z.literal('true')),
  }),
  answer: z.unknown(),
})
