import * as z from 'zod/mini'
import { atMost, count, id, instant, listOf } from './scalars.ts'

/** The events that a webhook can receive. */
export const WEBHOOK_EVENTS = ['card.added', 'card.tagged', 'card.done'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]
export const webhookEvents = listOf(z.enum(WEBHOOK_EVENTS), WEBHOOK_EVENTS.length, 1)

export const WEBHOOK_LIMITS = { webhooks: 5, address: 2_000 } as const

export const webhookAddress = atMost(WEBHOOK_LIMITS.address, 'An address').check(
  z.regex(
    /^https:\/\/[^\s/?#@:\\]+(?:[/?#]\S*)?$/,
    'must begin with https://, without a port, name or password',
  ),
)

/** A webhook as it is listed: never with its secret. */
export const webhook = z.object({
  webhook_id: id,
  address: z.string(),
  events: webhookEvents,
  createdAt: instant,
  /** When it was last sent to, and a sentence about how that went. */
  lastAt: z.nullable(instant),
  last_result: z.nullable(z.string()),
  /** Since when everything has failed; null: the last message arrived. */
  failingSince: z.nullable(instant),
  /** When it was switched off; null: it is on. */
  offAt: z.nullable(instant),
  /** Messages that wait to be sent. */
  waiting: count,
  /** Messages that were left out, because too many waited. */
  dropped: count,
})
