import { LIMITS } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer, text } from '../../wire/scalars.ts'
import { personalToken, tokenScope } from '../../wire/user.ts'

/** A new personal token; its secret is shown this once. */
export const createToken = defineCall({
  method: 'POST',
  path: '/user/create-token',
  description: 'A new personal token; its secret is shown this once.',
  access: 'session',
  needsFreshSignIn: true,
  body: z.strictObject({
    name: text(LIMITS.nameLength, 'A name'),
    scope: tokenScope,
    /** Left out: the token is good until it is revoked. */
    expires_in_days: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(3_650)))),
  }),
  answer: answer(z.extend(personalToken, { token: z.string() })),
})
