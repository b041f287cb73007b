import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'

/** Due cards as a calendar; everybody who has the address may read it. */
export const getCalendar = defineCall({
  method: 'GET',
  path: '/calendar/{file}',
  description: 'Open cards with a due date as an iCalendar file. The address holds a secret.',
  access: 'public',
  answerForm: 'file',
  cost: 5,
  params: z.strictObject({
    file: z.string().check(z.maxLength(60), z.regex(/^[\w-]{43}\.ics$/, 'must be the name of a calendar')),
  }),
  answer: z.unknown(),
})
