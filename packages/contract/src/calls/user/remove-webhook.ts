import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer, id } from '../../wire/scalars.ts'

/** Removes a webhook, and what waits to be sent to it. */
export const removeWebhook = defineCall({
  method: 'POST',
  path: '/user/remove-webhook',
  description: 'Removes a webhook, and what waits to be sent to it.',
  access: 'session',
  body: z.strictObject({ webhook_id: id }),
  answer: answer(id),
})
