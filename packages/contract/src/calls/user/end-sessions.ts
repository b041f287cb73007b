import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer, count, id } from '../../wire/scalars.ts'

/** Signs one device out, or all of them where none is named, and ends personal tokens too where that is asked. */
export const endSessions = defineCall({
  method: 'POST',
  path: '/user/end-sessions',
  description:
    'Signs one device out, or all of them where none is named; `data` is how many there were. With `keep_session_id`, all but that one; with `tokens`, personal tokens end too.',
  access: 'session',
  body: z
    .strictObject({
      session_id: z.optional(z.nullable(id)),
      keep_session_id: z.optional(id),
      tokens: z.optional(z.boolean()),
    })
    .check(
      z.refine(
        ({ session_id, keep_session_id }) => session_id == null || keep_session_id === undefined,
        'name either the session to end or the one to keep',
      ),
    ),
  answer: answer(count),
})
