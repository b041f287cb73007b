import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'

/** Ends the session and everything that was renewed from it. */
export const signOut = defineCall({
  method: 'POST',
  path: '/user/sign-out',
  description: 'Ends the session and everything that was renewed from it.',
  access: 'session',
  body: z.strictObject({ jwt_refresh_token: z.string().check(z.maxLength(12_000)) }),
  answer: answer(z.literal(true)),
})
