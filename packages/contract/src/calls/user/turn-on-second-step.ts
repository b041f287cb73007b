import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'

/** Asks for a code of this app at each sign-in; the recovery codes are shown this once. */
export const turnOnSecondStep = defineCall({
  method: 'POST',
  path: '/user/turn-on-second-step',
  description: 'Asks for a code of this app at each sign-in; the recovery codes are shown this once.',
  access: 'session',
  needsFreshSignIn: true,
  body: z.strictObject({
    secret: z
      .string()
      .check(z.maxLength(32), z.regex(/^[A-Z2-7]{32}$/, 'must be the secret that was begun with')),
    code: z.string().check(z.maxLength(20)),
  }),
  answer: answer(z.object({ recovery_codes: z.array(z.string()) })),
})
