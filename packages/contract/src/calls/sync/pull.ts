import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { feedLine } from '../../feed.ts'
import { id } from '../../wire/scalars.ts'

/** The rows that changed since the cursor, as lines of JSON; all of them without one. */
export const pull = defineCall({
  method: 'GET',
  path: '/sync/pull',
  description:
    "The rows that changed since the cursor, as lines of JSON; all of them without one. With 'behind', the rest of a load that was cut off.",
  access: 'read',
  answerForm: 'ndjson',
  query: z.object({
    workspace_id: z.optional(id),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    /** Goes on with a load that was cut off: `createdAt` in ms and the id of the last card that came. */
    behind: z.optional(z.string().check(z.maxLength(50), z.regex(/^-?\d{1,15}\.[0-9a-f]{24}$/))),
  }),
  answer: feedLine,
})
