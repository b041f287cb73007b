import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'

/** New recovery codes, shown this once; the earlier ones are of no use any more. */
export const renewRecoveryCodes = defineCall({
  method: 'POST',
  path: '/user/renew-recovery-codes',
  description: 'New recovery codes, shown this once; the earlier ones are of no use any more.',
  access: 'session',
  needsFreshSignIn: true,

  answer: answer(z.object({ recovery_codes: z.array(z.string()) })),
})
