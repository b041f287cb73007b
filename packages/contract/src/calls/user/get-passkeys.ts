import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'
import { passkey } from '../../wire/user.ts'

/** The passkeys of the account, and whether they work at this address. */
export const getPasskeys = defineCall({
  method: 'GET',
  path: '/user/passkeys',
  description: 'The passkeys of the account, and whether they work at this address.',
  access: 'session',
  answer: answer(
    z.object({ is_elsewhere: z.boolean(), is_possible: z.boolean(), passkeys: z.array(passkey) }),
  ),
})
