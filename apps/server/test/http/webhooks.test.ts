import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { isForbidden, safeFetch } from '../../src/pages/index.ts'
import { Webhooks } from '../../src/webhooks/webhooks.ts'
import { type Person, startNode, type TestNode } from '../support/node.ts'
import { DATABASES, type TestDatabase } from '../support/stores.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const fail = (error: Error) => {
  throw error
}

interface Message {
  readonly host: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string
}

/** A server for every address. It records messages and answers as the test says. */
async function startReceiver() {
  const messages: Message[] = []
  let answer: { status: number; headers?: Record<string, string> } = { status: 204 }
  const held: http.ServerResponse[] = []
  const server = http.createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const headers = request.headers as Record<string, string>
    messages.push({ host: headers.host ?? '', path: `${request.method} ${request.url}`, headers, body })
    if (headers.host?.startsWith('silent')) held.push(response)
    else response.writeHead(answer.status, answer.headers).end('x'.repeat(1_000))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    messages,
    answer: (status: number, headers: Record<string, string> = {}) => {
      answer = { status, headers }
    },
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Answers the messages to `silent…` hosts. */
    release: () => {
      for (const response of held.splice(0)) response.writeHead(204).end()
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

describe.each(DATABASES)('webhooks on $name', ({ start }) => {
  let database: TestDatabase
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let server: TestNode
  let other: TestNode
  // The library that checks signatures uses the real time.
  let now = Date.now()

  const startOne = (on = 'on') =>
    startNode(database, {
      env: { CARDINAL_WEBHOOKS: on, CARDINAL_FETCH_TEST_ADDRESS: receiver.address },
      now: () => now,
    })
  const senders: Webhooks[] = []
  const run = () => Promise.all(senders.map((sender) => sender.runDue()))

  beforeAll(async () => {
    database = await start()
    receiver = await startReceiver()
    server = await startOne()
    other = await startOne()
    // These senders run only when a test calls them, over the same connections. The nodes' own timers would
    // interfere.
    const fetch = safeFetch({ testAddress: receiver.address })
    for (const { node } of [server, other]) {
      await node.services.webhooks?.stop()
      const sender = new Webhooks({
        store: node.store,
        fetch,
        isForbidden: (address) => isForbidden(address, { testAddress: receiver.address }),
        trusted: [],
        ending: new AbortController(),
        now: () => now,
        onError: fail,
      })
      senders.push(sender)
      // Test messages go this way, too.
      Object.assign(node.services, { webhooks: sender })
    }
  }, 60_000)
  afterAll(async () => {
    await server.stop()
    await other.stop()
    receiver.stop()
    await database.stop()
  })
  beforeEach(() => {
    now = Date.now() + MINUTE
    receiver.answer(204)
    receiver.messages.length = 0
  })
  const people: Person[] = []
  afterEach(async () => {
    // Remove the messages of earlier tests.
    for (const person of people.splice(0))
      for (const { webhook_id } of await listOf(person))
        await person.send('POST', '/user/remove-webhook', { webhook_id })
  })

  const signUp = async () => {
    const person = await server.signUp()
    // Requests are sent at the real time, at which people's sessions are valid.
    const send: Person['send'] = async (...sent) => {
      const later = now
      now = Date.now()
      try {
        return await person.send(...sent)
      } finally {
        now = later
      }
    }
    people.push({ ...person, send })
    return { ...person, send }
  }
  const listOf = async (person: Person) => (await person.send('GET', '/user/webhooks')).body.data.webhooks
  const make = async (
    person: Person,
    events = ['card.added', 'card.tagged', 'card.done'],
    address = 'https://hooks.example/cardinal?x=1',
  ) => {
    const sent = { address, events }
    const { status, body } = await person.send('POST', '/user/create-webhook', sent)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data as { webhook_id: string; secret: string }
  }
  const add = async (person: Person, content: string, fields: object = {}) => {
    const newEntity = { type: 'hyperlink', content, ...fields }
    const made = await person.send('POST', '/entity/create-one', { newEntity })
    expect(made.status).toBe(200)
    return made.body.data._id as string
  }
  const tag = (person: Person, id: string, names: string[]) =>
    person.send('POST', '/tag/create-many-from-keyword', {
      frontendGeneratedTags: names.map((tag_name) => ({ tag_name })),
      attachToTheseEntities: [id],
      entityType: 'hyperlink',
    })
  const bodies = () => receiver.messages.map(({ body }) => JSON.parse(body))

  it('a webhook gets a signed message when a card is added, tagged and completed, as Standard Webhooks specify', async () => {
    const ada = await signUp()
    const { secret } = await make(ada)
    const id = await add(ada, 'Bread\nhttps://example.org/bread')
    await tag(ada, id, ['baking'])
    await tag(ada, id, ['baking'])
    const todo = await add(ada, 'Buy flour', { type: 'todo' })
    await ada.send('POST', '/entity/complete-many', { entities: [{ _id: todo }] })
    await ada.send('PATCH', '/entity/update-color', { entity_ids: [todo], color: 'red' })
    const weekly = { type: 'todo', dueAt: '2026-01-12', recurrence: 'FREQ=WEEKLY' }
    const water = await add(ada, 'Water the plants', weekly)
    await ada.send('POST', '/entity/complete-many', { entities: [{ _id: water }] })
    await run()
    expect(
      bodies().map(({ type, data }) => [type, data.cards.map(({ _id }: { _id: string }) => _id)]),
    ).toEqual([
      ['card.added', [id]],
      ['card.tagged', [id]],
      ['card.added', [todo]],
      ['card.done', [todo]],
      ['card.added', [water]],
      ['card.done', [water]],
    ])
    expect(bodies()[5].data.cards[0], 'one time of several').toMatchObject({ doneAt: null })
    expect(bodies()[5].data.cards[0].dueAt > '2026-01-12').toBe(true)
    expect(bodies()[1].data.cards).toEqual([
      {
        _id: id,
        type: 'hyperlink',
        content: 'Bread\nhttps://example.org/bread',
        url: 'https://example.org/bread',
        tags: ['baking'],
        tags_added: ['baking'],
        createdAt: expect.stringMatching(/Z$/),
        doneAt: null,
        dueAt: null,
      },
    ])
    const library = new Webhook(secret)
    const ids = new Set<string>()
    for (const { path, host, headers, body } of receiver.messages) {
      expect([host, path]).toEqual(['hooks.example', 'POST /cardinal?x=1'])
      expect(library.verify(body, headers)).toEqual(JSON.parse(body))
      expect(() => library.verify(`${body} `, headers)).toThrow()
      const old = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 301) }
      expect(() => library.verify(body, old), 'an old message cannot be sent again').toThrow()
      ids.add(headers['webhook-id'] ?? '')
    }
    expect(ids.size).toBe(6)
  })

  it('a webhook gets only the events it asked for, only of its owner, and none after it was removed', async () => {
    const [ada, bob] = [await signUp(), await signUp()]
    const { webhook_id } = await make(ada, ['card.done'])
    await add(ada, 'https://example.org/a')
    await add(bob, 'https://example.org/b')
    await run()
    expect(receiver.messages).toEqual([])
    expect((await bob.send('POST', '/user/remove-webhook', { webhook_id })).status).toBe(404)
    expect((await bob.send('POST', '/user/test-webhook', { webhook_id })).status).toBe(404)
    await add(ada, 'done before it came', { type: 'todo', doneAt: '2026-01-01T00:00:00.000Z' })
    const finish = async (content: string) => {
      const _id = await add(ada, content, { type: 'todo' })
      await ada.send('POST', '/entity/complete-many', { entities: [{ _id }] })
    }
    await finish('one')
    await run()
    expect(bodies().map(({ data }) => data.cards[0].content)).toEqual(['one'])
    await finish('two')
    expect((await ada.send('POST', '/user/remove-webhook', { webhook_id })).status).toBe(200)
    await finish('three')
    await run()
    expect(receiver.messages).toHaveLength(1)
  })

  it('each message is sent once by two nodes, and repeated with growing waits after failures', async () => {
    const ada = await signUp()
    const { webhook_id } = await make(ada)
    receiver.answer(500)
    await add(ada, 'https://example.org/a')
    const step = async (time: number) => {
      now += time
      await run()
      return receiver.messages.length
    }
    expect(await step(0)).toBe(1)
    expect(await step(9_000)).toBe(1)
    expect(await step(1_000)).toBe(2)
    expect(await step(59_000)).toBe(2)
    expect(await step(1_000)).toBe(3)
    expect(await step(5 * MINUTE)).toBe(4)
    expect((await listOf(ada))[0]).toMatchObject({
      webhook_id,
      waiting: 1,
      last_result: 'It answered with 500.',
      failingSince: expect.any(String),
      offAt: null,
    })
    receiver.answer(200)
    expect(await step(30 * MINUTE)).toBe(5)
    expect(await step(DAY)).toBe(5)
    const ids = receiver.messages.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size, 'a message keeps its id').toBe(1)
    expect((await listOf(ada))[0]).toMatchObject({
      waiting: 0,
      last_result: 'It answered with 200.',
      failingSince: null,
    })
  })

  it('a webhook that asks to wait is called later, and a redirect is not followed', async () => {
    const ada = await signUp()
    await make(ada)
    receiver.answer(429, { 'retry-after': '7200' })
    await add(ada, 'https://example.org/a')
    await run()
    now += 119 * MINUTE
    await run()
    expect(receiver.messages).toHaveLength(1)
    receiver.answer(302, { location: 'https://elsewhere.example/' })
    now += MINUTE
    await run()
    expect(receiver.messages.map(({ host }) => host)).toEqual(['hooks.example', 'hooks.example'])
    expect((await listOf(ada))[0].last_result).toBe('It answered with 302.')
  })

  it('a webhook that fails for five days is switched off with a notice, and a successful test switches it on', async () => {
    const ada = await signUp()
    const { webhook_id } = await make(ada)
    receiver.answer(500)
    await add(ada, 'https://example.org/a')
    for (let hours = 0; hours < 5 * 24; hours++) {
      await run()
      now += 60 * MINUTE
    }
    expect((await listOf(ada))[0]).toMatchObject({ offAt: null, waiting: 1 })
    for (let hours = 0; hours < 24; hours++) {
      await run()
      now += 60 * MINUTE
    }
    expect((await listOf(ada))[0]).toMatchObject({ offAt: expect.any(String), waiting: 0 })
    const activity = (await ada.send('GET', '/user/recent-activity')).body.data
    expect(activity[0]).toMatchObject({ kind: 'webhook-off', detail: 'hooks.example' })
    receiver.messages.length = 0
    await add(ada, 'https://example.org/b')
    await run()
    expect(receiver.messages).toEqual([])

    const failed = await ada.send('POST', '/user/test-webhook', { webhook_id })
    expect(failed.body.data).toMatchObject({
      offAt: expect.any(String),
      last_result: 'It answered with 500.',
    })
    receiver.answer(200)
    const tested = await ada.send('POST', '/user/test-webhook', { webhook_id })
    expect(tested.body.data).toMatchObject({
      offAt: null,
      failingSince: null,
      last_result: 'It answered with 200.',
    })
    expect(bodies()).toMatchObject([{ type: 'test' }, { type: 'test', data: {} }])
    await add(ada, 'https://example.org/c')
    await run()
    expect(bodies().at(-1)).toMatchObject({
      type: 'card.added',
      data: { cards: [{ url: 'https://example.org/c' }] },
    })
  })

  it('webhooks of one person that never answer use only that person’s places, and delay nobody else', async () => {
    const [mallory, ada] = [await signUp(), await signUp()]
    for (let n = 0; n < 5; n++) await make(mallory, ['card.added'], `https://silent${n}.example/`)
    await add(mallory, 'https://one.example/')
    await make(ada, ['card.added'])
    await add(ada, 'https://two.example/')
    const [sender] = senders
    const round = sender?.runDue()
    const hosts = () => receiver.messages.map(({ host }) => host)
    await vi.waitFor(() => expect(hosts()).toContain('hooks.example'), 3_000)
    const silent = () => hosts().filter((host) => host.startsWith('silent'))
    await vi.waitFor(() => expect(silent()).toHaveLength(5), 3_000)
    const released = setInterval(receiver.release, 50)
    await round
    clearInterval(released)
    expect(hosts()).toHaveLength(6)
  })

  it('a webhook that never answers delays no message of the same person to another webhook', async () => {
    const ada = await signUp()
    await make(ada, ['card.added'], 'https://silent.example/')
    await make(ada, ['card.added'], 'https://quick.example/')
    for (let n = 0; n < 3; n++) await add(ada, `https://one.example/${n}`)
    const round = senders[0]?.runDue()
    const hosts = () => receiver.messages.map(({ host }) => host)
    await vi.waitFor(() => expect(hosts().filter((host) => host === 'quick.example')).toHaveLength(3), 20_000)
    expect(hosts().filter((host) => host === 'silent.example')).toHaveLength(1)
    const released = setInterval(receiver.release, 50)
    await round
    clearInterval(released)
  })

  it('two webhooks that never answer leave a person’s third one a place', async () => {
    const ada = await signUp()
    for (const host of ['silent0', 'silent1', 'quick'])
      await make(ada, ['card.added'], `https://${host}.example/`)
    await add(ada, 'https://one.example/')
    const round = senders[0]?.runDue()
    const hosts = () => receiver.messages.map(({ host }) => host)
    await vi.waitFor(() => expect(hosts()).toContain('quick.example'), 20_000)
    const released = setInterval(receiver.release, 50)
    await round
    clearInterval(released)
  })

  it('a webhook that answers 410 is switched off at once', async () => {
    const ada = await signUp()
    await make(ada)
    receiver.answer(410)
    await add(ada, 'https://example.org/a')
    await run()
    expect((await listOf(ada))[0]).toMatchObject({ offAt: expect.any(String), waiting: 0 })
  })

  it('many changed cards are sent in messages of at most 50, without cards that are gone', async () => {
    const ada = await signUp()
    await make(ada, ['card.added'])
    const rows = Array.from({ length: 120 }, (_, n) => `"${'ä'.repeat(5_000)} ${n}",https://example.org/${n}`)
    const csv = ['title,url', ...rows].join('\n')
    expect((await ada.send('POST', '/import', csv, { 'content-type': 'text/csv' })).status).toBe(200)
    const gone = await add(ada, 'https://example.org/gone')
    await ada.send('POST', '/entity/delete-many', { entity_ids: [gone] })
    await run()
    const lengths = bodies().map(({ data }) => data.cards.length)
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(120)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(50)
    for (const { body } of receiver.messages) expect(body.length).toBeLessThan(250_000)
  })

  it('a person has at most five webhooks, only with public addresses, and each secret is shown once', async () => {
    const ada = await signUp()
    for (const address of [
      'http://hooks.example/',
      'https://hooks.example:8443/',
      'https://me:secret@hooks.example/',
      'https://[::1]/',
      'ftp://hooks.example/',
      'nonsense',
      `https://hooks.example/${'x'.repeat(2_000)}`,
    ])
      expect(
        (await ada.send('POST', '/user/create-webhook', { address, events: ['card.added'] })).status,
        address,
      ).toBe(400)
    expect(
      (await ada.send('POST', '/user/create-webhook', { address: 'https://a.example/', events: [] })).status,
    ).toBe(400)
    const { secret } = await make(ada)
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(JSON.stringify((await ada.send('GET', '/user/webhooks')).body)).not.toContain(secret)
    expect((await ada.send('GET', '/user/export')).body).toBeDefined()
    expect(JSON.stringify((await ada.send('GET', '/user/export')).body)).not.toContain(secret)
    for (let n = 1; n < 5; n++) await make(ada)
    const more = await ada.send('POST', '/user/create-webhook', {
      address: 'https://a.example/',
      events: ['card.done'],
    })
    expect([more.status, more.body.msg]).toEqual([400, 'At most 5 webhooks are kept.'])
  })

  it('no webhook is sent or offered if the operator has switched them off', async () => {
    const off = await startOne('off')
    const ada = await off.signUp()
    expect((await ada.send('GET', '/user/webhooks')).body.data).toEqual({ is_on: false, webhooks: [] })
    const sent = { address: 'https://hooks.example/', events: ['card.added'] }
    expect((await ada.send('POST', '/user/create-webhook', sent)).status).toBe(404)
    await off.stop()
  })
})

it('a webhook at an address inside the server’s network is refused when it is created, unless the operator allowed it', async () => {
  const database = await (DATABASES[0] as (typeof DATABASES)[number]).start()
  const receiver = await startReceiver()
  const named = `http://${receiver.address}`
  const node = await startNode(database, {
    env: { CARDINAL_WEBHOOKS: 'on', CARDINAL_WEBHOOK_ADDRESSES: `http://home.example:8123, ${named}/` },
  })
  const ada = await node.signUp()
  const make = (address: string) =>
    ada.send('POST', '/user/create-webhook', { address, events: ['card.added'] })
  const [host, port] = receiver.address.split(':')
  for (const address of [
    'https://127.0.0.1/',
    'https://10.0.0.1/',
    'https://[fd00::1]/',
    'https://169.254.169.254/latest',
    `http://${host}:${Number(port) + 1}/`,
    `https://${receiver.address}/`,
    'http://home.example/',
  ]) {
    const { status, body } = await make(address)
    expect([address, status]).toEqual([address, 400])
    expect(body.msg).toContain('the operator of this server')
  }
  const { webhook_id } = (await make(`${named}/hook?a=b`)).body.data
  const tested = await ada.send('POST', '/user/test-webhook', { webhook_id })
  expect(tested.body.data.last_result).toMatch(/^It answered with 2\d\d\.$/)
  expect(receiver.messages.map(({ path }) => path)).toEqual(['POST /hook?a=b'])
  await node.stop()
  receiver.stop()
  await database.stop()
})
