import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'

/** Removes a passkey. */
export const removePasskey = defineCall({
  method: 'POST',
  path: '/user/remove-passkey',
  description: 'Removes a passkey.',
  access: 'session',
  needsFreshSignIn: true,
  body: z.strictObject({ passkey_id: z.string().check(z.maxLength(1_400)) }),
  answer: answer(z.literal(true)),
})
