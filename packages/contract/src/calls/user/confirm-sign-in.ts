import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer, instant } from '../../wire/scalars.ts'

/** Makes the session fresh again by the credential of another sign-in of the same person. */
export const confirmSignIn = defineCall({
  method: 'POST',
  // Below `sign-in`: browsers send the cookie of a sign-in there alone.
  path: '/user/sign-in/confirm',
  description:
    'Makes the session fresh again by the credential of another sign-in of the same person: for ten minutes it may do what needs a fresh sign-in.',
  access: 'session',
  body: z.strictObject({
    credential: z.string().check(z.minLength(1), z.maxLength(12_000)),
    client_id: z.string().check(z.minLength(1), z.maxLength(1_000)),
  }),
  answer: answer(z.object({ fresh_until: instant })),
})
