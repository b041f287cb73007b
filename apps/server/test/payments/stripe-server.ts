import { createServer } from 'node:http'
import Stripe from 'stripe'

/** A request to the API. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly idempotencyKey: string | undefined
  /** The sent form, in Stripe's spelling: `line_items[0][quantity]`. */
  readonly form: Readonly<Record<string, string>>
}

/** A local server with the part of Stripe's API that Cardinal uses. */
export interface StripeServer {
  readonly url: URL
  readonly asked: Asked[]
  /** Sets the status of all further answers; null: normal answers again. */
  fail(status: number | null): void
  stop(): Promise<void>
}

export const WEBHOOK_SECRET = 'whsec_for_tests'
export const SECRET_KEY = 'sk_test_for_tests'

export async function startStripeServer(): Promise<StripeServer> {
  const asked: Asked[] = []
  const customers = new Set<string>()
  const customerByKey = new Map<string, string>()
  let failure: number | null = null

  const answer = ({ method, path, form, idempotencyKey }: Asked): [number, object] => {
    if (failure !== null) return [failure, { error: { type: 'api_error', message: 'Not today.' } }]
    if (path === '/v1/customers') {
      const id = customerByKey.get(idempotencyKey ?? '') ?? `cus_${customers.size + 1}`
      customers.add(id)
      if (idempotencyKey !== undefined) customerByKey.set(idempotencyKey, id)
      return [200, { id, object: 'customer', email: form.email }]
    }
    const customer = method === 'DELETE' ? (path.split('/').at(-1) ?? '') : (form.customer ?? '')
    if (!customers.has(customer))
      return [
        404,
        { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such customer' } },
      ]
    if (method === 'DELETE') {
      customers.delete(customer)
      return [200, { id: customer, object: 'customer', deleted: true }]
    }
    if (path === '/v1/checkout/sessions')
      return [200, { id: 'cs_1', object: 'checkout.session', url: `https://checkout.example/${customer}` }]
    if (path === '/v1/billing_portal/sessions')
      return [
        200,
        { id: 'bps_1', object: 'billing_portal.session', url: `https://portal.example/${customer}` },
      ]
    return [404, { error: { type: 'invalid_request_error', message: `Unrecognized request URL (${path})` } }]
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { authorization, 'idempotency-key': key } = request.headers
    const one: Asked = {
      method: request.method ?? '',
      path: request.url ?? '',
      authorization,
      idempotencyKey: typeof key === 'string' ? key : undefined,
      form: Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())),
    }
    asked.push(one)
    const [status, body] = answer(one)
    response
      .writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' })
      .end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    asked,
    fail: (status) => {
      failure = status
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const signer = new Stripe(SECRET_KEY)

/** The signature header of a body, made by Stripe's own library. */
export function signed(payload: string, timestamp: number, secret = WEBHOOK_SECRET): string {
  return signer.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(timestamp / 1_000),
  })
}

let events = 0
const seconds = (time: number) => Math.floor(time / 1_000)

function eventOf(type: string, created: number, object: object) {
  const id = `evt_${++events}`
  return {
    id,
    object: 'event',
    api_version: '2026-10-28.endive',
    type,
    created: seconds(created),
    data: { object },
  }
}

/** Stripe's events, reduced to fields about subscriptions. Times in ms. */
export const event = {
  checkoutCompleted: (customer: string, subscription: string, created: number) =>
    eventOf('checkout.session.completed', created, {
      object: 'checkout.session',
      mode: 'subscription',
      customer,
      subscription,
      payment_status: 'paid',
    }),
  invoicePaid: (customer: string, subscription: string, created: number, periodEnd: number) =>
    eventOf('invoice.paid', created, {
      object: 'invoice',
      customer,
      parent: { type: 'subscription_details', subscription_details: { subscription, metadata: {} } },
      lines: { object: 'list', data: [{ period: { start: seconds(created), end: seconds(periodEnd) } }] },
    }),
  subscriptionUpdated: (
    customer: string,
    id: string,
    created: number,
    { status, periodStart }: { status: string; periodStart: number },
  ) =>
    eventOf('customer.subscription.updated', created, {
      id,
      object: 'subscription',
      customer,
      status,
      ended_at: null,
      items: { object: 'list', data: [{ current_period_start: seconds(periodStart) }] },
    }),
  subscriptionDeleted: (customer: string, id: string, created: number) =>
    eventOf('customer.subscription.deleted', created, {
      id,
      object: 'subscription',
      customer,
      status: 'canceled',
      ended_at: seconds(created),
      items: { object: 'list', data: [{ current_period_start: seconds(created) }] },
    }),
}
