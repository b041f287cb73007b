import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer, count, id } from '../../wire/scalars.ts'

/** Signs one device out, or all of them where none is named; `data` is how many there were. */
export const endSessions = defineCall({
  method: 'POST',
  path: '/user/end-sessions',
  description: 'Signs one device out, or all of them where none is named; `data` is how many there were.',
  access: 'session',
  body: z.strictObject({ session_id: z.optional(z.nullable(id)) }),
  answer: answer(count),
})
