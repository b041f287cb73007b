import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'

/** Lets the password alone sign in again. */
export const turnOffSecondStep = defineCall({
  method: 'POST',
  path: '/user/turn-off-second-step',
  description: 'Lets the password alone sign in again.',
  access: 'session',
  needsFreshSignIn: true,

  answer: answer(z.literal(true)),
})
