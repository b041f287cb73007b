import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'
import { tokens } from '../../wire/user.ts'

/** Exchanges a refresh token for new tokens; each works once. */
export const renewAccessToken = defineCall({
  method: 'POST',
  path: '/user/renew-access-token',
  description: 'Exchanges a refresh token for new tokens; each works once.',
  access: 'public',
  body: z.strictObject({ jwt_refresh_token: z.string().check(z.maxLength(12_000)) }),
  answer: answer(z.object(tokens)),
})
