import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Person, request, startNode, type TestNode } from '../support/node.ts'
import { DATABASES, type TestDatabase } from '../support/stores.ts'
import {
  event,
  SECRET_KEY,
  type StripeServer,
  signed,
  startStripeServer,
  WEBHOOK_SECRET,
} from './stripe-server.ts'

const DAY = 86_400_000
const PRICES = 'IN:INR:199.5,JP:JPY:500,ZZ:USD:3'

describe.each(DATABASES)('[ID-11] [PG-6] payments on $name', ({ start }) => {
  let database: TestDatabase
  let stripe: StripeServer
  let server: TestNode
  let now = Math.floor(Date.now() / 1_000) * 1_000

  beforeAll(async () => {
    database = await start()
    stripe = await startStripeServer()
    server = await startNode(database, {
      now: () => now,
      paymentApiUrl: stripe.url,
      env: {
        CARDINAL_PUBLIC_URL: 'https://cards.example',
        CARDINAL_FREE_CARD_LIMIT: '1',
        CARDINAL_PRICES: PRICES,
        CARDINAL_STRIPE_SECRET_KEY: SECRET_KEY,
        CARDINAL_STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      },
    })
  }, 60_000)

  afterAll(async () => {
    await server.stop()
    await stripe.stop()
    await database.stop()
  })

  const checkout = (person: Person, body: unknown = { country: 'IN', plan: 'yearly' }) =>
    person.send('POST', '/billing/start-checkout', body)
  /** Signs up a person who starts a checkout. Returns also their id at the provider. */
  async function customer(): Promise<{ person: Person; id: string }> {
    const person = await server.signUp()
    const { body } = await checkout(person)
    return { person, id: new URL(body.data.address).pathname.slice(1) }
  }
  function tell(told: object, signature?: string): Promise<Answer> {
    const payload = JSON.stringify(told)
    return request(server.api, 'POST', '/billing/webhook', payload, {
      'stripe-signature': signature ?? signed(payload, now),
    })
  }
  const plan = async (person: Person) => {
    const { plan, plan_expires_at } = (await person.send('GET', '/user/get-profile')).body.data
    return { plan, until: plan_expires_at === null ? null : Date.parse(plan_expires_at) }
  }
  const addCard = (person: Person) =>
    person.send('POST', '/entity/create-one', { newEntity: { type: 'note', content: 'one more' } })

  it('[PG-6] a checkout has the amount of the price list, and each person is one customer', async () => {
    const person = await server.signUp('Ada Lovelace')
    const { status, body } = await checkout(person)
    expect(status).toBe(200)
    const [made, opened] = stripe.asked.slice(-2)
    expect(made).toMatchObject({
      method: 'POST',
      path: '/v1/customers',
      authorization: `Bearer ${SECRET_KEY}`,
    })
    expect(made?.form).toMatchObject({ email: person.email, name: 'Ada Lovelace' })
    expect(opened?.path).toBe('/v1/checkout/sessions')
    expect(opened?.form).toMatchObject({
      mode: 'subscription',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'inr',
      'line_items[0][price_data][unit_amount]': '199500',
      'line_items[0][price_data][recurring][interval]': 'year',
      'line_items[0][price_data][tax_behavior]': 'inclusive',
      success_url: 'https://cards.example/subscription?paid=true',
      cancel_url: 'https://cards.example/pricing',
    })
    expect(body.data.address).toBe(`https://checkout.example/${opened?.form.customer}`)
    await checkout(person, { country: 'JP', plan: 'monthly' })
    expect(stripe.asked.at(-1)?.form).toMatchObject({
      customer: opened?.form.customer,
      'line_items[0][price_data][currency]': 'jpy',
      'line_items[0][price_data][unit_amount]': '500',
      'line_items[0][price_data][recurring][interval]': 'month',
    })
    const made2 = stripe.asked.filter(
      ({ path, form }) => path === '/v1/customers' && form.email === person.email,
    )
    expect(made2).toHaveLength(1)
  })

  it('[PG-6] two checkouts of one person begun at once have one customer', async () => {
    const person = await server.signUp()
    const [one, other] = await Promise.all([checkout(person), checkout(person)])
    expect(one.body.data.address).toBe(other.body.data.address)
  })

  it('[PG-6] a checkout is refused without a price, and for an unknown period', async () => {
    const person = await server.signUp()
    expect((await checkout(person, { country: 'DE', plan: 'yearly' })).body.msg).toContain('country: ')
    expect((await checkout(person, { country: 'IN', plan: 'daily' })).status).toBe(400)
    expect((await checkout(person, { country: 'IN', plan: 'yearly', amount: 1 })).status).toBe(400)
  })

  it('[ID-11] a paid plan has no card limit until it expires, and then counts as free', async () => {
    const { person, id } = await customer()
    expect((await addCard(person)).status).toBe(200)
    expect((await addCard(person)).status).toBe(403)
    const until = now + 30 * DAY
    expect((await tell(event.checkoutCompleted(id, 'sub_lift', now))).body).toEqual({ data: true })
    expect((await addCard(person)).status).toBe(200)
    await tell(event.invoicePaid(id, 'sub_lift', now, until))
    expect(await plan(person)).toEqual({ plan: 'unlimited', until })
    expect((await addCard(person)).status).toBe(200)
    const before = now
    now = until + 1
    const later = await server.node.identity.sessions.issue(person.userId, undefined)
    const headers = { authorization: `Bearer ${later.accessToken}` }
    const add = () =>
      request(
        server.api,
        'POST',
        '/entity/create-one',
        { newEntity: { type: 'note', content: 'x' } },
        headers,
      )
    expect((await add()).status).toBe(403)
    const { body } = await request(server.api, 'POST', '/entity/get-count', {}, headers)
    expect(JSON.stringify(body)).toContain('3')
    // A new period that is not paid yet counts for three days.
    const updated = { status: 'active', periodStart: until }
    await tell(event.subscriptionUpdated(id, 'sub_lift', now, updated))
    expect((await add()).status).toBe(200)
    now = until + 3 * DAY + 1
    const last = await server.node.identity.sessions.issue(person.userId, undefined)
    headers.authorization = `Bearer ${last.accessToken}`
    await tell(event.subscriptionUpdated(id, 'sub_lift', now, { ...updated, status: 'past_due' }))
    expect((await add()).status).toBe(403)
    now = before
  })

  it('[ID-11] a second subscription is refused while one runs, and possible when it has ended', async () => {
    const { person, id } = await customer()
    await tell(event.invoicePaid(id, 'sub_first', now, now + 30 * DAY))
    expect((await checkout(person)).status).toBe(409)
    await tell(event.subscriptionDeleted(id, 'sub_first', now + DAY))
    expect(await plan(person)).toEqual({ plan: 'unlimited', until: now + DAY })
    expect((await checkout(person)).status).toBe(200)
    await tell(event.invoicePaid(id, 'sub_second', now + 2 * DAY, now + 60 * DAY))
    await tell({ ...event.subscriptionDeleted(id, 'sub_first', now + DAY), id: 'evt_first_ended_again' })
    expect(await plan(person)).toEqual({ plan: 'unlimited', until: now + 60 * DAY })
  })

  it('[ID-11] an ended subscription stays ended when older events arrive later', async () => {
    const { person, id } = await customer()
    const paid = event.invoicePaid(id, 'sub_late', now - 20 * DAY, now + 10 * DAY)
    const active = { status: 'active', periodStart: now - 20 * DAY }
    await tell(event.subscriptionDeleted(id, 'sub_late', now - DAY))
    await tell(event.subscriptionUpdated(id, 'sub_late', now - 2 * DAY, active))
    await tell(paid)
    await tell(event.checkoutCompleted(id, 'sub_late', now - 20 * DAY))
    expect(await plan(person)).toEqual({ plan: 'unlimited', until: now - DAY })
    expect((await addCard(person)).status).toBe(200)
    expect((await addCard(person)).status).toBe(403)
  })

  it('[ID-11] an event is applied once, however often and on however many nodes it arrives', async () => {
    const { person, id } = await customer()
    const paid = event.invoicePaid(id, 'sub_twice', now, now + 30 * DAY)
    const answers = await Promise.all([tell(paid), tell(paid), tell(paid)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await server.node.store.transact(async (tx) => {
      await tx.users.update(person.userId, { plan: 'free', planExpiresAt: null })
      return { ok: true, value: null }
    })
    expect((await tell(paid)).body).toEqual({ data: true })
    expect(await plan(person)).toEqual({ plan: 'free', until: null })
  })

  it('[ID-11] an event is refused if it is unsigned, signed with another secret, changed, or too old', async () => {
    const { person, id } = await customer()
    const paid = event.invoicePaid(id, 'sub_forged', now, now + 30 * DAY)
    const payload = JSON.stringify(paid)
    const wrong = [
      'nonsense',
      signed(payload, now, 'whsec_of_somebody_else'),
      signed(`${payload} `, now),
      signed(payload, now - 301_000),
    ]
    for (const signature of wrong) {
      const refused = await tell(paid, signature)
      expect(refused.status).toBe(400)
      expect(refused.body.msg).toContain('Stripe-Signature')
    }
    expect((await request(server.api, 'POST', '/billing/webhook', payload)).status).toBe(400)
    expect(await plan(person)).toEqual({ plan: 'free', until: null })
    expect((await tell(paid, signed(payload, now - 299_000))).status).toBe(200)
    expect(await plan(person)).toEqual({ plan: 'unlimited', until: now + 30 * DAY })
  })

  it('an event of an unknown type or customer is accepted, and one of a known type that can not be read is refused', async () => {
    const { id } = await customer()
    const strange = { ...event.invoicePaid(id, 's', now, now), type: 'invoice.updated' }
    expect((await tell(strange)).status).toBe(200)
    expect((await tell(event.invoicePaid('cus_of_another_site', 's', now, now))).status).toBe(200)
    const oldForm = event.subscriptionUpdated(id, 's', now, { status: 'active', periodStart: now })
    const unread = await tell({ ...oldForm, data: { object: { ...oldForm.data.object, items: undefined } } })
    expect([unread.status, unread.body.msg]).toEqual([400, expect.stringContaining('API version')])
  })

  it('[ID-11] a longer or unlimited plan given by the operator is not shortened by a payment', async () => {
    const { person, id } = await customer()
    const give = (planExpiresAt: number | null) =>
      server.node.store.transact(async (tx) => {
        await tx.users.update(person.userId, { plan: 'friend', planExpiresAt })
        return { ok: true, value: null }
      })
    await give(null)
    await tell(event.invoicePaid(id, 'sub_friend', now, now + 30 * DAY))
    expect(await plan(person)).toEqual({ plan: 'friend', until: null })
    await give(now + 40 * DAY)
    await tell(event.invoicePaid(id, 'sub_friend', now, now + 31 * DAY))
    expect(await plan(person)).toEqual({ plan: 'friend', until: now + 40 * DAY })
    await tell(event.invoicePaid(id, 'sub_friend', now, now + 60 * DAY))
    expect(await plan(person)).toEqual({ plan: 'unlimited', until: now + 60 * DAY })
  })

  it('[PG-6] the portal is open only to people who have been at the checkout', async () => {
    const { person, id } = await customer()
    const opened = await person.send('POST', '/billing/open-portal', {})
    expect(opened.body).toEqual({ data: { address: `https://portal.example/${id}` } })
    expect(stripe.asked.at(-1)?.form).toEqual({
      customer: id,
      return_url: 'https://cards.example/subscription',
    })
    const other = await server.signUp()
    expect((await other.send('POST', '/billing/open-portal', {})).status).toBe(404)
  })

  it('[ID-12] deleting an account first ends its subscription, and removes all rows of payments', async () => {
    const { person, id } = await customer()
    await tell(event.invoicePaid(id, 'sub_gone', now, now + 30 * DAY))
    const remove = () => person.send('POST', '/user/delete-account', { confirm: person.email })
    stripe.fail(500)
    expect((await remove()).status).toBe(503)
    expect((await plan(person)).plan).toBe('unlimited')
    stripe.fail(null)
    expect((await remove()).body).toEqual({ data: true })
    expect(stripe.asked.at(-1)).toMatchObject({ method: 'DELETE', path: `/v1/customers/${id}` })
    const { billing } = server.node.store
    expect(await billing.customerOf(person.userId)).toBeUndefined()
    expect(await billing.userOf(id)).toBeUndefined()
    expect(await billing.subscriptionsOf(person.userId)).toEqual([])
    expect((await tell(event.subscriptionDeleted(id, 'sub_gone', now))).status).toBe(200)
  })

  it('[ID-12] the download of an account includes the stored data about payments', async () => {
    const { person, id } = await customer()
    await tell(event.invoicePaid(id, 'sub_told', now, now + 30 * DAY))
    const { body } = await person.send('GET', '/user/export')
    expect(body.payments).toEqual({
      customer: id,
      subscriptions: [{ id: 'sub_told', paidUntil: new Date(now + 30 * DAY).toISOString(), endedAt: null }],
    })
  })

  it('an unreachable or refusing payment provider is reported as such', async () => {
    const person = await server.signUp()
    for (const status of [401, 500]) {
      stripe.fail(status)
      const answer = await checkout(person)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, expect.any(String)])
      expect(answer.body.msg).toContain('payment provider')
    }
    stripe.fail(null)
    expect((await checkout(person)).status).toBe(200)
  })

  it('[PG-6] payments are off without a configuration, and calls say so', async () => {
    const other = await startNode(database)
    const person = await other.signUp()
    for (const path of ['/billing/start-checkout', '/billing/open-portal', '/billing/webhook']) {
      const body = path.endsWith('checkout') ? { country: 'IN', plan: 'yearly' } : {}
      const answer = await person.send('POST', path, body)
      expect([path, answer.status, answer.body.msg]).toEqual([
        path,
        404,
        'This server doesn’t take payments.',
      ])
    }
    const options = async (node: TestNode) =>
      (await request(node.api, 'GET', '/user/sign-in-options')).body.data.takes_payments
    expect([await options(other), await options(server)]).toEqual([false, true])
    await other.stop()
  })
})
