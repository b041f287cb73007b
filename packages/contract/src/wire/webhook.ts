import * as z from 'zod/mini'
import { atMost, count, id, instant, listOf } from './scalars.ts'

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

/** Without its secret. */
export const webhook = z.object({
  webhook_id: id,
  address: z.string(),
  events: webhookEvents,
  createdAt: instant,
  /** Time of the last attempt, with a sentence about its result. */
  lastAt: z.nullable(instant),
  last_result: z.nullable(z.string()),
  /** Since when all attempts have failed. Null: the last one succeeded. */
  failingSince: z.nullable(instant),
  /** When it was switched off. Null: it is on. */
  offAt: z.nullable(instant),
  /** Queued messages. */
  waiting: count,
  /** Messages dropped because the queue was full. */
  dropped: count,
})
