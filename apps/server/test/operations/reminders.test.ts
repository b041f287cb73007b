import { createHash } from 'node:crypto'
import { type Due, ok } from '@cardinal/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { idOf, type Person, personWith, request, startNode, type TestNode } from '../support/node.ts'
import { type PushService, startPushService } from '../support/push-service.ts'
import { DATABASES, type TestDatabase } from '../support/stores.ts'

const MINUTE = 60_000
/** 14:00 in Berlin, in winter. */
const AT_TWO = Date.UTC(2026, 0, 12, 13, 0)

describe.each(DATABASES)('reminders on $name', ({ start }) => {
  let database: TestDatabase
  let service: PushService
  const nodes: TestNode[] = []
  let now = AT_TWO

  const startOne = async () => {
    const env = { CARDINAL_PUSH_HOSTS: service.host }
    const node = await startNode(database, { env, now: () => now })
    nodes.push(node)
    return node
  }
  const run = async () => {
    await Promise.all(nodes.map(({ node }) => node.services.reminders.run()))
  }

  beforeAll(async () => {
    database = await start()
    service = await startPushService()
    await startOne()
    await startOne()
  }, 60_000)

  afterAll(async () => {
    for (const node of nodes) await node.stop()
    await service.stop()
    await database.stop()
  })

  beforeEach(() => {
    now = AT_TWO
    service.answer(201)
    ;(service.messages as unknown[]).length = 0
  })

  const signUp = async () => (nodes[0] as TestNode).signUp()
  const subscribe = async (person: Person, more: object = {}) =>
    person.send('POST', '/user/subscribe-reminders', {
      ...service.subscription,
      time_zone: 'Europe/Berlin',
      ...more,
    })
  const add = async (person: Person, content: string, fields: object) => {
    const newEntity = { type: 'todo', content, ...fields }
    expect((await person.send('POST', '/entity/create-one', { newEntity })).status).toBe(200)
  }
  const titles = () => service.messages.map(({ title }) => title)

  it('reminders are off until a browser subscribes, and off again when it unsubscribes', async () => {
    const ada = await signUp()
    await add(ada, 'Call Bob', { dueAt: '2026-01-12T14:00' })
    await run()
    expect(titles()).toEqual([])
    const { status, body } = await ada.send('GET', '/user/reminders')
    expect([status, body.data]).toEqual([
      200,
      { public_key: expect.stringMatching(/^[\w-]{80,}$/), subscriptions: 0, calendar: false, browsers: [] },
    ])
    await subscribe(ada)
    await ada.send('POST', '/user/unsubscribe-reminders', { endpoint: service.subscription.endpoint })
    await run()
    expect(titles()).toEqual([])
  })

  it('a reminder is sent once by two nodes, at the local time of the browser, and encrypted for it', async () => {
    const ada = await signUp()
    await subscribe(ada)
    await add(ada, '# Call Bob\nabout the roof', { _id: idOf(7), dueAt: '2026-01-12T14:00' })
    await add(ada, 'later', { dueAt: '2026-01-12T14:01' })
    await add(ada, 'all day', { dueAt: '2026-01-12' })
    await add(ada, 'too late', { dueAt: '2026-01-12T07:59' })
    await add(ada, 'done', { dueAt: '2026-01-12T14:00', doneAt: '2026-01-12T10:00:00.000Z' })
    await add(ada, 'never', {})
    await run()
    await run()
    expect(titles().toSorted()).toEqual(['Call Bob', 'all day'])
    expect(service.messages.find(({ title }) => title === 'Call Bob')).toEqual({
      title: 'Call Bob',
      body: 'Due today 14:00',
      tag: `${idOf(7)} 2026-01-12T14:00`,
      cardId: idOf(7),
    })
    now += MINUTE
    await run()
    expect(titles().toSorted()).toEqual(['Call Bob', 'all day', 'later'])
  })

  it.each([
    [10, '2026-01-12T14:10', ['Due today 14:10', 'Due today 14:10']],
    [60, '2026-01-12T15:00', ['Due today 15:00', 'Due today 15:00']],
    [1_440, '2026-01-13T14:00', ['Due tomorrow 14:00', 'Due today 14:00']],
  ])(
    'a browser that chose %i minutes is reminded that long before, and again at the time',
    async (minutes, dueAt, bodies) => {
      const ada = await signUp()
      await subscribe(ada, { minutes_before: minutes })
      await add(ada, 'Call Bob', { dueAt })
      await add(ada, 'added too late', { dueAt: '2026-01-12T14:04' })
      await add(ada, 'further away', { dueAt: '2026-01-19T14:00' })
      const { browsers } = (await ada.send('GET', '/user/reminders')).body.data
      expect(browsers).toEqual([
        {
          endpoint_hash: createHash('sha256').update(service.subscription.endpoint).digest('base64url'),
          minutes_before: minutes,
        },
      ])
      await run()
      await run()
      expect(service.messages.map(({ body }) => body)).toEqual(bodies.slice(0, 1))
      now += minutes * MINUTE
      await run()
      await run()
      expect(service.messages.filter(({ title }) => title === 'Call Bob').map(({ body }) => body)).toEqual(
        bodies,
      )
    },
  )

  it('a reminder a day before comes at nine in the morning for cards without a time, and one an hour before only for cards with one', async () => {
    now = AT_TWO - 6 * 60 * MINUTE
    const [ada, bob] = [await signUp(), await signUp()]
    await subscribe(bob, { minutes_before: 60 })
    await add(bob, 'today', { dueAt: '2026-01-12' })
    await run()
    await subscribe(ada, { minutes_before: 1_440 })
    await add(ada, 'tomorrow', { dueAt: '2026-01-13' })
    await run()
    expect(titles()).toEqual([])
    now += 60 * MINUTE
    await run()
    expect(titles()).toEqual(['tomorrow'])
  })

  it('a device whose clock is wrong does not change when a reminder is sent: at the wall time of the time zone, by the server’s clock', async () => {
    const ada = await signUp()
    await subscribe(ada)
    const clocks = { behind: '2019-01-12T13:00:00.000Z', right: '2026-01-12T13:00:00.000Z' }
    for (const [name, createdAt] of Object.entries({ ...clocks, ahead: '2031-01-12T13:00:00.000Z' }))
      await add(ada, name, { createdAt, dueAt: '2026-01-12T14:01' })
    // What each device with a wrong clock calls today.
    await add(ada, 'today of the one behind', { createdAt: clocks.behind, dueAt: '2019-01-12T14:00' })
    await add(ada, 'today of the one ahead', { createdAt: clocks.right, dueAt: '2031-01-12T14:00' })
    await run()
    expect(titles()).toEqual([])
    now += MINUTE
    await run()
    await run()
    expect(titles().toSorted()).toEqual(['ahead', 'behind', 'right'])
  })

  it('a reminder that could not be sent is sent later, by a node that was started since', async () => {
    const ada = await signUp()
    await subscribe(ada)
    await add(ada, 'Call Bob', { dueAt: '2026-01-12T14:00' })
    service.answer(503)
    await run()
    service.answer(201)
    await run()
    expect(titles()).toEqual([])
    const [first] = nodes.splice(0, 1)
    await first?.stop()
    await startOne()
    now += 6 * MINUTE
    await run()
    expect(titles()).toEqual(['Call Bob'])
  })

  it('a browser that is gone gets no more reminders', async () => {
    const ada = await signUp()
    await subscribe(ada)
    await add(ada, 'Call Bob', { dueAt: '2026-01-12T14:00' })
    service.answer(410)
    await run()
    expect((await ada.send('GET', '/user/reminders')).body.data.subscriptions).toBe(0)
    // Another node may still hold the claim.
    const reminder = { subscriptionId: idOf(77), cardId: idOf(78), dueAt: '2026-01-12T14:00' as Due }
    const claimed = await (nodes[0] as TestNode).node.store.transact(async (tx) => {
      await tx.lockUser(ada.userId)
      return ok(await tx.reminders.claim(reminder, now, now))
    })
    expect(claimed).toEqual(ok(false))
  })

  it('reminders go to the last person who subscribed in the browser, and never to a private address', async () => {
    const [ada, bob] = [await signUp(), await signUp()]
    await subscribe(ada)
    await subscribe(bob)
    await add(ada, 'of Ada', { dueAt: '2026-01-12T14:00' })
    await add(bob, 'of Bob', { dueAt: '2026-01-12T14:00' })
    await run()
    expect(titles()).toEqual(['of Bob'])
    for (const endpoint of [
      'http://localhost:1/push',
      'https://127.0.0.1/',
      `http://x@${service.host}/`,
      `https://${service.host}.evil.example/`,
      'file:///etc/passwd',
    ])
      expect((await subscribe(ada, { endpoint })).status, endpoint).toBe(400)
    expect((await subscribe(ada, { time_zone: 'Mars/Base' })).status).toBe(400)
  })

  it('a calendar shows due dates, start dates and what was completed lately at a secret address that can be withdrawn, and "Recent activity" lists both', async () => {
    const ada = await signUp()
    const { api } = nodes[0] as TestNode
    await add(ada, '# Bread, flour; salt\r\nKnead it,\n\nbake it', {
      _id: idOf(9),
      dueAt: '2026-01-12',
      startAt: '2026-01-09',
    })
    const tags = await ada.send('POST', '/tag/create-many-from-keyword', {
      frontendGeneratedTags: [
        { tag_name: 'baking' },
        { tag_name: 'cplusplus', display_name: 'C++; fast' },
        { tag_name: 'secret' },
      ],
      attachToTheseEntities: [idOf(9)],
      entityType: 'todo',
    })
    const hidden = await ada.send('POST', '/tag/create-many-groups-from-searchword', {
      searchwords: ['mine'],
      tag_ids: [tags.body.data.find(({ tag_name }: { tag_name: string }) => tag_name === 'secret')._id],
    })
    const { _id } = hidden.body.data[0]
    expect(
      (await ada.send('PATCH', '/tag/toggle-hidden-groups', { group_ids: [_id], hidden: true })).status,
    ).toBe(200)
    await add(ada, `Water ${'the plants '.repeat(20)}`, {
      dueAt: '2026-01-13T09:30',
      recurrence: 'FREQ=WEEKLY;UNTIL=20261231',
    })
    await add(ada, 'Paint the fence', { startAt: '2026-01-20' })
    const done = (days: number) => ({ doneAt: new Date(now - days * 86_400_000).toISOString() })
    await add(ada, 'Paid', { dueAt: '2026-01-02', startAt: '2026-01-01', ...done(1) })
    await add(ada, 'Paid long ago', { dueAt: '2025-11-02', ...done(31) })
    await add(ada, 'Begun and done', { startAt: '2026-01-01', ...done(1) })
    const { path } = (await ada.send('POST', '/user/create-calendar')).body.data
    const address = path.slice('/api'.length)
    const read = await request(api, 'GET', address)
    expect([read.status, read.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    const lines = read.body.split('\r\n')
    for (const line of [
      'BEGIN:VCALENDAR',
      `UID:${idOf(9)}@cardinal`,
      'DTSTART;VALUE=DATE:20260112',
      'DTEND;VALUE=DATE:20260113',
      'SUMMARY:Bread\\, flour\\; salt',
      'DESCRIPTION:Knead it\\,\\n\\nbake it',
      'CATEGORIES:baking,C++\\; fast',
      `UID:${idOf(9)}-start@cardinal`,
      'DTSTART;VALUE=DATE:20260109',
      'DTEND;VALUE=DATE:20260110',
      'SUMMARY:Start: Bread\\, flour\\; salt',
      'DTSTART;VALUE=DATE:20260120',
      'SUMMARY:Start: Paint the fence',
      'DTSTART;VALUE=DATE:20260102',
      'SUMMARY:✓ Paid',
      'DTSTART:20260113T093000',
      'RRULE:FREQ=WEEKLY;UNTIL=20261231T235959',
      'END:VCALENDAR',
    ])
      expect(lines).toContain(line)
    expect(read.body).not.toMatch(/long ago|Begun|Start: Paid/)
    expect(lines.filter((line: string) => line === 'BEGIN:VEVENT')).toHaveLength(5)
    const { publicUrl } = (nodes[0] as TestNode).node.services.config
    const back = `URL:${publicUrl}/home?popups_center=master-editor&master-editor.entityId=${idOf(9)}\r\n`
    expect(read.body.replaceAll('\r\n ', '')).toContain(back)
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const again = (await ada.send('POST', '/user/create-calendar')).body.data.path
    expect((await request(api, 'GET', address)).status).toBe(404)
    expect((await request(api, 'GET', again.slice('/api'.length))).status).toBe(200)
    await ada.send('POST', '/user/remove-calendar')
    expect((await request(api, 'GET', again.slice('/api'.length))).status).toBe(404)
    await ada.send('POST', '/user/remove-calendar')
    const { data } = (await ada.send('GET', '/user/recent-activity')).body
    const kinds = data.map(({ kind }: { kind: string }) => kind)
    const told = kinds.filter((kind: string) => kind.startsWith('calendar'))
    expect(told.sort()).toEqual(['calendar-made', 'calendar-made', 'calendar-removed'])
    const stranger = personWith(api, ada.userId, ada.email, 'no token')
    expect((await stranger.send('POST', '/user/create-calendar')).status).toBe(401)
  })
})

it('a push service that never answers does not delay reminders to others', async () => {
  const database = await (DATABASES[0] as (typeof DATABASES)[number]).start()
  const [slow, quick] = [await startPushService(), await startPushService()]
  slow.answer(0)
  const env = { CARDINAL_PUSH_HOSTS: `${slow.host},${quick.host}` }
  const node = await startNode(database, { env, now: () => AT_TWO })
  try {
    const [mallory, ada] = [await node.signUp(), await node.signUp()]
    for (const [person, service] of [
      [mallory, slow],
      [ada, quick],
    ] as const) {
      const sent = { ...service.subscription, time_zone: 'Europe/Berlin' }
      expect((await person.send('POST', '/user/subscribe-reminders', sent)).status).toBe(200)
      for (let n = 0; n < 5; n++) {
        const newEntity = { type: 'todo', content: `${n}`, dueAt: '2026-01-12T14:00' }
        await person.send('POST', '/entity/create-one', { newEntity })
      }
    }
    const round = node.node.services.reminders.run()
    await vi.waitFor(() => expect(quick.messages).toHaveLength(5), 5_000)
    // The next round skips browsers that are still being served, so it ends at once.
    await node.node.services.reminders.run()
    await slow.stop()
    await round
  } finally {
    await node.stop()
    await quick.stop()
    await database.stop()
  }
}, 30_000)
