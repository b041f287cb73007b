import { ok, type Result, refused } from '@cardinal/domain'
import * as z from 'zod/mini'
import type { PaymentEvent, WebhookFault } from './provider.ts'

/**
 * ms for which a new period counts before it is paid: an invoice takes an hour to become final, and a refused card is
 * retried on the following days.
 */
export const GRACE = 3 * 86_400_000

const seconds = z.int().check(z.minimum(0))
/** Expanded objects are whole, others only an id. */
const idOf = z.union([z.string(), z.object({ id: z.string() })])

const subscription = z.object({
  id: z.string(),
  customer: idOf,
  status: z.string(),
  ended_at: z.nullish(seconds),
  items: z.object({ data: z.array(z.object({ current_period_start: seconds })) }),
})

const invoice = z.object({
  customer: z.nullish(idOf),
  parent: z.nullish(z.object({ subscription_details: z.nullish(z.object({ subscription: idOf })) })),
  lines: z.object({ data: z.array(z.object({ period: z.object({ end: seconds }) })) }),
})

const checkoutSession = z.object({
  customer: z.nullish(idOf),
  subscription: z.nullish(idOf),
  payment_status: z.string(),
})

/** Any event of Stripe. */
const envelope = z.object({
  id: z.string(),
  type: z.string(),
  created: seconds,
  data: z.object({ object: z.unknown() }),
})
type Envelope = z.output<typeof envelope>

type Read = Result<PaymentEvent | null, WebhookFault>

/** Parses an event with a verified signature; null: not about a subscription. */
export function readEvent(event: unknown): Read {
  const checked = z.safeParse(envelope, event)
  if (!checked.success) return refused('unreadable')
  const read = READERS[checked.data.type]
  return read === undefined ? ok(null) : read(checked.data)
}

const READERS: Readonly<Record<string, (event: Envelope) => Read>> = {
  'checkout.session.completed': readCheckout,
  'customer.subscription.updated': readSubscription,
  'customer.subscription.deleted': readSubscription,
  'invoice.paid': readInvoice,
}

/**
 * A completed checkout may precede its invoice: counts at once, so that a person who returns from paying finds the plan
 * active.
 */
function readCheckout({ id, created, data }: Envelope): Read {
  const session = z.safeParse(checkoutSession, data.object)
  if (!session.success) return refused('unreadable')
  const { customer, subscription: bought, payment_status: status } = session.data
  if (customer == null || bought == null) return ok(null)
  const isPaid = status === 'paid' || status === 'no_payment_required'
  return fact(id, customer, bought, isPaid ? created * 1_000 + GRACE : null, null)
}

/** The subscription's period is ignored, because a new one may be unpaid: the invoice tells. */
function readSubscription({ id, type, created, data }: Envelope): Read {
  const read = z.safeParse(subscription, data.object)
  if (!read.success) return refused('unreadable')
  const { id: subscriptionId, customer, status, ended_at: endedAt, items } = read.data
  if (type === 'customer.subscription.deleted' || ENDED.has(status))
    return fact(id, customer, subscriptionId, null, (endedAt ?? created) * 1_000)
  const begun = items.data.map((item) => item.current_period_start * 1_000)
  const isRunning = RUNNING.has(status) && begun.length > 0
  return fact(id, customer, subscriptionId, isRunning ? Math.max(...begun) + GRACE : null, null)
}

const ENDED = new Set(['canceled', 'incomplete_expired'])
const RUNNING = new Set(['active', 'trialing', 'past_due'])

function readInvoice({ id, data }: Envelope): Read {
  const read = z.safeParse(invoice, data.object)
  if (!read.success) return refused('unreadable')
  const { customer, parent, lines } = read.data
  const paidFor = parent?.subscription_details?.subscription
  const ends = lines.data.map(({ period }) => period.end * 1_000)
  if (customer == null || paidFor === undefined || ends.length === 0) return ok(null)
  return fact(id, customer, paidFor, Math.max(...ends), null)
}

function fact(
  id: string,
  customer: z.output<typeof idOf>,
  bought: z.output<typeof idOf>,
  paidUntil: number | null,
  endedAt: number | null,
): Read {
  return ok({ id, customerId: textOf(customer), subscriptionId: textOf(bought), paidUntil, endedAt })
}

function textOf(reference: z.output<typeof idOf>): string {
  return typeof reference === 'string' ? reference : reference.id
}
