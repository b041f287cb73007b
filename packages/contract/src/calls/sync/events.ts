import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { count, id } from '../../wire/scalars.ts'

/** Server-sent events: a hint whenever a workspace, the settings or the list of workspaces changed. */
export const events = defineCall({
  method: 'GET',
  path: '/sync/events',
  description:
    'Server-sent events: a hint whenever a workspace changed; without a `workspace_id`, the settings or the list of workspaces did.',
  access: 'read',
  answerForm: 'events',
  answer: z.object({ workspace_id: z.nullable(id), seq: count }),
})
