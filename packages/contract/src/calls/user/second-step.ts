import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'

/** Whether signing in asks for a code or a passkey besides the password. */
export const getSecondStep = defineCall({
  method: 'GET',
  path: '/user/second-step',
  description: 'Whether signing in asks for a code or a passkey besides the password.',
  access: 'session',

  answer: answer(
    z.object({
      is_possible: z.boolean(),
      is_on: z.boolean(),
      has_app: z.boolean(),
      asks_passkey: z.boolean(),
      recovery_codes_left: z.number(),
    }),
  ),
})
