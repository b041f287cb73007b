import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'
import { webhook } from '../../wire/webhook.ts'

/** The webhooks, the newest first, and whether this server sends any. */
export const getWebhooks = defineCall({
  method: 'GET',
  path: '/user/webhooks',
  description: 'The webhooks, the newest first, and whether this server sends any.',
  access: 'session',
  answer: answer(z.object({ is_on: z.boolean(), webhooks: z.array(webhook) })),
})
