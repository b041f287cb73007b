import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'

/** Deletes the account with all its data; `confirm` is its email. */
export const deleteAccount = defineCall({
  method: 'POST',
  path: '/user/delete-account',
  description: 'Deletes the account with all its data; `confirm` is its email.',
  access: 'session',
  needsFreshSignIn: true,
  body: z.strictObject({ confirm: z.string().check(z.maxLength(320)) }),
  answer: answer(z.literal(true)),
})
