import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'

/** Keeps a passkey: the JSON text of what the browser made of the options of `begin-passkey`. */
export const addPasskey = defineCall({
  method: 'POST',
  path: '/user/add-passkey',
  description: 'Keeps a passkey: the JSON text of what the browser made of the options of `begin-passkey`.',
  access: 'session',
  needsFreshSignIn: true,
  body: z.strictObject({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
    response: z.string().check(z.maxLength(20_000)),
  }),
  answer: answer(z.literal(true)),
})
