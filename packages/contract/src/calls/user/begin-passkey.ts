import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'

/** What a browser needs to make a passkey: the JSON text of PublicKeyCredentialCreationOptions. */
export const beginPasskey = defineCall({
  method: 'POST',
  path: '/user/begin-passkey',
  description:
    'What a browser needs to make a passkey: the JSON text of PublicKeyCredentialCreationOptions (WebAuthn).',
  access: 'session',
  needsFreshSignIn: true,
  answer: answer(z.object({ options: z.string() })),
})
