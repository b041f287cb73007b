import { createHash } from 'node:crypto'
import { amountFor, ok, type Result, refused } from '@cardinal/domain'
import Stripe from 'stripe'
import type { PaymentConfig } from '../config.ts'
import { minorUnits } from '../lib/currencies.ts'
import { inTime } from '../lib/waiting.ts'
import type { Buyer, Order, PaymentProvider, ProviderTrouble } from './provider.ts'
import { readEvent } from './stripe-events.ts'

export interface StripeOptions extends PaymentConfig {
  readonly publicUrl: string
  /** Of the API, for tests. */
  readonly apiUrl: URL | null
  /** ms since 1970 */
  readonly now: () => number
  /** ms per answer; default 40 s. */
  readonly within?: number
}

const PRODUCT = 'Cardinal Unlimited'
/** ms; a person waits for each answer. */
const TIMEOUT = 10_000
const RETRIES = 2
/** ms for an answer with its retries: the library's own timeout restarts with each byte. */
const WITHIN = 40_000
/** Seconds for which a checkout can be paid; Stripe allows half an hour to a day. */
const CHECKOUT_KEPT = 3_600
/** Maximum age of a signature, in seconds, as recommended by Stripe. */
const TOLERANCE = 300

/** Stripe's checkout, portal and signed events. */
export function stripeProvider(options: StripeOptions): PaymentProvider {
  const asked = <T>(ask: () => Promise<T>) => answered(ask, options.within ?? WITHIN)
  const stripe = new Stripe(options.secretKey, {
    timeout: TIMEOUT,
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
          stripe.webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE, undefined, now),
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

/** The idempotency key makes parallel or repeated requests create only one. */
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
    expires_at: Math.floor(now() / 1_000) + CHECKOUT_KEPT,
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
