import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer, id } from '../../wire/scalars.ts'

/** Ends a personal token. */
export const revokeToken = defineCall({
  method: 'POST',
  path: '/user/revoke-token',
  description: 'Ends a personal token.',
  access: 'session',
  body: z.strictObject({ token_id: id }),
  answer: answer(id),
})
