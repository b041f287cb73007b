import { LIMITS } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineCall, MAX_BODY } from '../call.ts'
import { feedLine } from '../feed.ts'
import { pushedCall } from '../wire/pushed-call.ts'
import { answer, count, epoch, id, lastKey, listOf, maxLength } from '../wire/scalars.ts'

export const pull = defineCall({
  method: 'GET',
  path: '/sync/pull',
  description:
    "The rows that changed since the cursor, as lines of JSON; all of them without one. With 'behind', the rest of a load that was cut off.",
  access: 'read',
  answerForm: 'ndjson',
  query: z.object({
    workspace_id: z.optional(id),
    cursor: z.optional(z.string().check(maxLength(200))),
    epoch: z.optional(epoch),
    last_key: z.optional(lastKey),
    /** Resumes an interrupted load: `createdAt` in ms and the id of the last card received. */
    behind: z.optional(z.string().check(maxLength(50), z.regex(/^-?\d{1,15}\.[0-9a-f]{24}$/))),
  }),
  answer: feedLine,
})

export const push = defineCall({
  method: 'POST',
  path: '/sync/push',
  description:
    "Calls that wait on a device, run in order under their keys. With an 'epoch' that is not the person's present one, or a 'last_key' that the server does not have, none of them is run.",
  // Each pushed call is authorised by itself.
  access: 'add',
  maxBody: MAX_BODY.large,
  query: z.object({ epoch: z.optional(epoch), last_key: z.optional(lastKey) }),
  body: listOf(pushedCall, LIMITS.pushedCalls),
  answer: answer(z.array(z.object({ key: z.string(), status: z.int(), body: z.unknown() }))),
})

export const events = defineCall({
  method: 'GET',
  path: '/sync/events',
  description:
    'Server-sent events: a hint whenever a workspace changed; without a `workspace_id`, the settings or the list of workspaces did.',
  access: 'read',
  answerForm: 'events',
  answer: z.object({ workspace_id: z.nullable(id), seq: count }),
})
