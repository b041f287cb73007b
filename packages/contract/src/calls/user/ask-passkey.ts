import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'

/** Asks for a passkey after the password, or no longer; recovery codes are shown once, where there were none. */
export const askPasskey = defineCall({
  method: 'POST',
  path: '/user/ask-passkey',
  description:
    'Asks for a passkey after the password, or no longer; recovery codes are shown once, where there were none.',
  access: 'session',
  needsFreshSignIn: true,
  body: z.strictObject({ is_asked: z.boolean() }),
  answer: answer(z.object({ recovery_codes: z.array(z.string()) })),
})
