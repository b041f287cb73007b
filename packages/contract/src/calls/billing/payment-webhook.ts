import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'

/** What the payment provider has to tell; the body is read as it came, because its signature covers every byte. */
export const paymentWebhook = defineCall({
  method: 'POST',
  path: '/billing/webhook',
  description: 'Takes an event of the payment provider, signed in the header Stripe-Signature.',
  access: 'public',
  takes: 'file',
  maxBody: 256 * 1024,
  body: z.unknown(),
  answer: answer(z.literal(true)),
})
