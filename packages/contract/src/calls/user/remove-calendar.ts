import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'

/** Takes the secret address of the calendar back. */
export const removeCalendar = defineCall({
  method: 'POST',
  path: '/user/remove-calendar',
  description: 'Takes the secret address of the calendar back.',
  access: 'session',
  answer: answer(z.literal(true)),
})
