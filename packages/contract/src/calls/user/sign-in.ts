import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'
import { tokens, user } from '../../wire/user.ts'

/** Exchanges an ID token or a one-time code for the tokens of a session. */
export const signIn = defineCall({
  method: 'POST',
  path: '/user/sign-in',
  description: 'Exchanges an ID token or a one-time code for the tokens of a session.',
  access: 'public',
  body: z.strictObject({
    credential: z.string().check(z.minLength(1), z.maxLength(12_000)),
    client_id: z.string().check(z.minLength(1), z.maxLength(1_000)),
  }),
  answer: answer(z.object({ ...tokens, user })),
})
