import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer, count } from '../../wire/scalars.ts'

/** How a person is reminded of due cards. */
export const getReminders = defineCall({
  method: 'GET',
  path: '/user/reminders',
  description: 'How a person is reminded of due cards: the key to subscribe with, and what is on.',
  access: 'session',
  answer: answer(z.object({ public_key: z.string(), subscriptions: count, calendar: z.boolean() })),
})
