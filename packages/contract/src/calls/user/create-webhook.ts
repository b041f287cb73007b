import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'
import { webhook, webhookAddress, webhookEvents } from '../../wire/webhook.ts'

/** A new webhook; its secret is shown this once. */
export const createWebhook = defineCall({
  method: 'POST',
  path: '/user/create-webhook',
  description: 'A new webhook; its secret is shown this once. At most 5.',
  access: 'session',
  needsFreshSignIn: true,
  body: z.strictObject({ address: webhookAddress, events: webhookEvents }),
  answer: answer(z.extend(webhook, { secret: z.string() })),
})
