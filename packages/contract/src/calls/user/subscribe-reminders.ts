import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer, atMost } from '../../wire/scalars.ts'

/** Tells a browser from now on when cards are due. */
export const subscribeReminders = defineCall({
  method: 'POST',
  path: '/user/subscribe-reminders',
  description:
    'Tells a browser from now on when cards are due. `endpoint` and `keys` are what its push service gave.',
  access: 'session',
  body: z.strictObject({
    endpoint: atMost(1_000).check(z.regex(/^https?:\/\/[^\s#]+$/, 'must be an address')),
    keys: z.strictObject({
      p256dh: z.string().check(z.maxLength(100), z.regex(/^[\w-]{80,100}=*$/, 'must be base64url')),
      auth: z.string().check(z.maxLength(50), z.regex(/^[\w-]{16,50}=*$/, 'must be base64url')),
    }),
    /** By whose wall clock cards are due, such as `Europe/Berlin`. */
    time_zone: atMost(100).check(z.regex(/^[\w+/-]+$/, 'must be a time zone')),
  }),
  answer: answer(z.literal(true)),
})
