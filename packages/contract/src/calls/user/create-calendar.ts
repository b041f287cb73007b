import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'

/** A secret address for calendar programs; an earlier one ends. */
export const createCalendar = defineCall({
  method: 'POST',
  path: '/user/create-calendar',
  description: 'A secret address of due cards for calendar programs, shown this once. An earlier one ends.',
  access: 'session',
  answer: answer(z.object({ path: z.string() })),
})
