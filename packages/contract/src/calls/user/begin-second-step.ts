import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'

/** A new secret for an authenticator app; nothing is kept before `turn-on-second-step`. */
export const beginSecondStep = defineCall({
  method: 'POST',
  path: '/user/begin-second-step',
  description: 'A new secret for an authenticator app; nothing is kept before `turn-on-second-step`.',
  access: 'session',
  needsFreshSignIn: true,

  answer: answer(z.object({ secret: z.string(), address: z.string() })),
})
