import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer, id } from '../../wire/scalars.ts'
import { webhook } from '../../wire/webhook.ts'

/** Sends a message of the type `test` at once. One that arrives switches the webhook on again. */
export const testWebhook = defineCall({
  method: 'POST',
  path: '/user/test-webhook',
  description: 'Sends a message of the type `test` at once. One that arrives switches the webhook on again.',
  access: 'session',
  cost: 20,
  body: z.strictObject({ webhook_id: id }),
  answer: answer(webhook),
})
