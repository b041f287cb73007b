import { LIMITS } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineCall, MAX_BODY } from '../../call.ts'
import { pushedCall } from '../../wire/pushed-call.ts'
import { answer, listOf } from '../../wire/scalars.ts'

/** Calls that wait on a device, run in order under their keys. */
export const push = defineCall({
  method: 'POST',
  path: '/sync/push',
  description: 'Calls that wait on a device, run in order under their keys.',
  // Each call in the list is checked by itself.
  access: 'add',
  maxBody: MAX_BODY.large,
  body: listOf(pushedCall, LIMITS.pushedCalls),
  answer: answer(z.array(z.object({ key: z.string(), status: z.int(), body: z.unknown() }))),
})
