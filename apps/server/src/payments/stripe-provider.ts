import { createHash } from 'node:crypto'
import { amountFor, ok, type Result, refused } from '@cardinal/domain'
import Stripe from 'stripe'
import * as z from 'zod/mini'
import type { PaymentConfig } from '../config.ts'
import { minorUnits } from '../lib/currencies.ts'
import { inTime } from '../lib/waiting.ts'
import type {
  Buyer,
  Order,
  PaymentEvent,
  PaymentProvider,
  ProviderTrouble,
  WebhookFault,
} from './provider.ts'

interface StripeOptions extends PaymentConfig {
  readonly publicUrl: string
  /** Address of the API, for tests. */
  readonly apiUrl: URL | null
  /** ms since 1970 */
  readonly now: () => number
  /** ms per answer; default 40 s. */
  readonly within?: number
}

const PRODUCT = 'Cardinal Unlimited'
/** ms for one request; a person waits for it. */
const TIMEOUT_MS = 10_000
const RETRIES = 2
/** ms for an answer including retries. The library's own timeout restarts with each byte. */
const CALL_DEADLINE_MS = 40_000
/** Seconds for which a checkout can be paid; Stripe allows half an hour to a day. */
const CHECKOUT_KEPT_SECONDS = 3_600
/** Maximum age of a signature, in seconds, as recommended by Stripe. */
const SIGNATURE_AGE_SECONDS = 300

/** Stripe's checkout, portal and signed events. */
export function stripeProvider(options: StripeOptions): PaymentProvider {
  const asked = <T>(ask: () => Promise<T>) => answered(ask, options.within ?? CALL_DEADLINE_MS)
  const stripe = new Stripe(options.secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(options.apiUrl !== null && placeOf(options.apiUrl)),
  })
  return {
    makeCustomer: (buyer) => asked(async () => (await createCustomer(stripe, buyer)).id),
    startCheckout: (customerId, order) =>
      asked(async () => {
        const { url } = await stripe.checkout.sessions.create(checkoutOf(customerId, order, options))
        if (url === null) throw new Error('Stripe opened a checkout without an address.')
        return url
      }),
    portalAddress: (customerId) =>
      asked(async () => {
        const back = `${options.publicUrl}/subscription`
        return (await stripe.billingPortal.sessions.create({ customer: customerId, return_url: back })).url
      }),
    forgetCustomer: (customerId) => asked(() => forget(stripe, customerId)),
    readWebhook: (rawBody, signature, now) => {
      if (signature === undefined) return refused('not-signed')
      try {
        const body = Buffer.from(rawBody)
        const { webhookSecret } = options
        return readEvent(
          stripe.webhooks.constructEvent(
            body,
            signature,
            webhookSecret,
            SIGNATURE_AGE_SECONDS,
            undefined,
            now,
          ),
        )
      } catch (error) {
        return refused(
          error instanceof Stripe.errors.StripeSignatureVerificationError ? 'not-signed' : 'unreadable',
        )
      }
    },
  }
}

function placeOf({ protocol, hostname, port }: URL) {
  const isPlain = protocol === 'http:'
  return {
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
  } as const
}

/** The idempotency key makes parallel and repeated requests create one customer. */
function createCustomer(stripe: Stripe, { userId, email, name }: Buyer) {
  const idempotencyKey = createHash('sha256')
    .update(JSON.stringify([userId, email, name]))
    .digest('hex')
  return stripe.customers.create({ email, name, metadata: { user_id: userId } }, { idempotencyKey })
}

function checkoutOf(
  customer: string,
  { price, period }: Order,
  { publicUrl, now }: StripeOptions,
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'subscription',
    customer,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: price.currency.toLowerCase(),
          unit_amount: minorUnits(amountFor(price, period), price.currency),
          tax_behavior: 'inclusive',
          recurring: { interval: period === 'monthly' ? 'month' : 'year' },
          product_data: { name: PRODUCT },
        },
      },
    ],
    success_url: `${publicUrl}/subscription?paid=true`,
    cancel_url: `${publicUrl}/pricing`,
    expires_at: Math.floor(now() / 1_000) + CHECKOUT_KEPT_SECONDS,
  }
}

/** Also ends all subscriptions. An already deleted customer is no error. */
async function forget(stripe: Stripe, customerId: string): Promise<void> {
  try {
    await stripe.customers.del(customerId)
  } catch (error) {
    const isGone =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
    if (!isGone) throw error
  }
}

async function answered<T>(ask: () => Promise<T>, within: number): Promise<Result<T, ProviderTrouble>> {
  try {
    return ok(await inTime(ask(), within))
  } catch (error) {
    return refused({
      kind: 'provider-trouble',
      error: error instanceof Error ? error : new Error(String(error)),
    })
  }
}

/**
 * ms for which a new period counts before it is paid. An invoice takes an hour to become final, and a
 * refused card is retried on the following days.
 */
const GRACE_MS = 3 * 86_400_000

const seconds = z.int().check(z.minimum(0))
/** Stripe sends an expanded object, or only its id. */
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
function readEvent(event: unknown): Read {
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
 * Counts a completed checkout as paid at once: its invoice may come later, but a person who returns from
 * paying must find the plan active.
 */
function readCheckout({ id, created, data }: Envelope): Read {
  const session = z.safeParse(checkoutSession, data.object)
  if (!session.success) return refused('unreadable')
  const { customer, subscription: bought, payment_status: status } = session.data
  if (customer == null || bought == null) return ok(null)
  const isPaid = status === 'paid' || status === 'no_payment_required'
  return fact(id, customer, bought, isPaid ? created * 1_000 + GRACE_MS : null, null)
}

/** The subscription's period is ignored, because a new one may be unpaid. The invoice says what is paid. */
function readSubscription({ id, type, created, data }: Envelope): Read {
  const read = z.safeParse(subscription, data.object)
  if (!read.success) return refused('unreadable')
  const { id: subscriptionId, customer, status, ended_at: endedAt, items } = read.data
  if (type === 'customer.subscription.deleted' || ENDED.has(status))
    return fact(id, customer, subscriptionId, null, (endedAt ?? created) * 1_000)
  const begun = items.data.map((item) => item.current_period_start * 1_000)
  const isRunning = RUNNING.has(status) && begun.length > 0
  return fact(id, customer, subscriptionId, isRunning ? Math.max(...begun) + GRACE_MS : null, null)
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
