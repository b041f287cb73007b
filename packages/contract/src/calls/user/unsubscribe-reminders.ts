import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer, atMost } from '../../wire/scalars.ts'

/** Tells a browser no more. */
export const unsubscribeReminders = defineCall({
  method: 'POST',
  path: '/user/unsubscribe-reminders',
  description: 'Tells a browser no more when cards are due.',
  access: 'session',
  body: z.strictObject({ endpoint: atMost(1_000) }),
  answer: answer(z.literal(true)),
})
