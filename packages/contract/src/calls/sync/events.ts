import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { count, id } from '../../wire/scalars.ts'

/** Server-sent events: a hint whenever a workspace changed. */
export const events = defineCall({
  method: 'GET',
  path: '/sync/events',
  description: 'Server-sent events: a hint whenever a workspace changed.',
  access: 'read',
  answerForm: 'events',
  answer: z.object({ workspace_id: id, seq: count }),
})
