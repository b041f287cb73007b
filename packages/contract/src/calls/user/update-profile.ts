import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer, keptText, text } from '../../wire/scalars.ts'
import { user } from '../../wire/user.ts'

/** Corrects name or email; another email needs a fresh sign-in. */
export const updateProfile = defineCall({
  method: 'POST',
  path: '/user/update-profile',
  description: 'Corrects name or email; another email needs a fresh sign-in.',
  access: 'session',
  body: z.strictObject({
    name: z.optional(text(200, 'A name')),
    email: z.optional(keptText(320).check(z.regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address'))),
  }),
  answer: answer(user),
})
