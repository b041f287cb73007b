import { connect } from 'node:net'
import { ok } from '@cardinal/domain'
import { describe, expect, it } from 'vitest'
import { HEAD_TIMEOUT_MS } from '../../src/http/connections.ts'
import { FileReader } from '../../src/import-export/index.ts'
import { STREAMS_PER_USER } from '../../src/workspaces/events.ts'
import { idOf, type Person, personWith, request, serverFor, startNode } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

const HEAD = '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n'
const bytes = (text: string) => new TextEncoder().encode(text)

/** Files that once froze or killed the server, with the expected answer. */
const FILES: readonly (readonly [what: string, file: string, format: string | null, sentence: RegExp])[] = [
  [
    '40,000 nested folders',
    HEAD + '<DT><H3>a</H3><DL><p>\n'.repeat(40_000),
    null,
    /nested more than 64 deep/,
  ],
  ['8 KB of [a](', '[a]('.repeat(2_000), 'markdown', /no bookmarks/],
  ['100 KB of [', '['.repeat(100_000), 'markdown', /no bookmarks/],
  ['100 KB of [ without a format', `x${'['.repeat(100_000)}`, null, /cannot be imported/],
  ['1 MB of ](', '](('.repeat(350_000), null, /cannot be imported/],
  ['a heading of 100 KB', `# ${' #'.repeat(45_000)}x`, 'markdown', /no bookmarks/],
  [
    'a card line of 100 KB of spaces',
    `<!-- card ${' '.repeat(100_000)}x`,
    null,
    /no bookmarks|The file ends in/,
  ],
  ['5,000,000 brackets', '['.repeat(5_000_000), null, /nested too deeply/],
  ['1,600,000 empty lists', `[${'[],'.repeat(1_600_000)}[]]`, null, /too many parts/],
  ['10,000 open elements', `${HEAD}${'<b>'.repeat(10_000)}`, null, /nested too deeply/],
  ['a table of 1,000 columns', `url,${'x,'.repeat(1_000)}\n`, 'csv', /list that can be imported/],
  ['200,000 rows', `url\n${'https://x.example\n'.repeat(200_000)}`, 'csv', /more than 150,000 rows/],
]

describe.each(DATABASES.slice(0, 1))('attacks on a server on $name', { timeout: 120_000 }, ({ start }) => {
  const server = serverFor(start)

  const take = (person: Person, file: string, query = '') =>
    person.send('POST', `/import${query}`, bytes(file), { 'content-type': 'application/octet-stream' })

  it.each(FILES)(
    'the import %s is refused with one sentence, and other people are served',
    async (_what, file, format, words) => {
      const ada = await server.signUp()
      const [answer, health] = await Promise.all([
        take(ada, file, format === null ? '' : `?format=${format}`),
        request(server.api, 'GET', '/health'),
      ])
      expect(health.status).toBe(200)
      if (answer.status === 200) expect(JSON.stringify(answer.body.data.failed)).toMatch(words)
      else expect(answer).toMatchObject({ status: 400, body: { msg: expect.stringMatching(words) } })
    },
  )

  it('a link of 100 KB without a space is stored unchanged, and does not slow down later imports', async () => {
    const ada = await server.signUp()
    const content = `https://x.example/${'a.'.repeat(49_000)}`
    for (let n = 0; n < 20; n++) {
      const newEntity = { type: 'hyperlink', content: `${content}${n} b` }
      expect((await ada.send('POST', '/entity/create-one', { newEntity })).status).toBe(200)
    }
    expect((await take(ada, `${HEAD}<DT><A HREF="https://y.example">y</A>`)).body.data.created).toBe(1)
  })

  it('reading a file for too long is ended with a refusal', async () => {
    const hasty = new FileReader({ deadline: 1 })
    const refusal = { ok: false, error: expect.stringMatching(/takes too long/) }
    expect(
      await hasty.read(bytes(`${HEAD}${'<DT><A HREF="https://x.example">x</A>\n'.repeat(50_000)}`), {}),
    ).toEqual(refusal)
  })

  it('reading a file with too much memory is ended, and the next file is read', async () => {
    const cramped = new FileReader({ memoryMb: 32 })
    const rows = `url,title\n${`https://x.example,${'x'.repeat(40)}\n`.repeat(140_000)}`
    expect(await cramped.read(bytes(rows), { format: 'csv' })).toEqual({
      ok: false,
      error: expect.stringMatching(/takes too long|too much/),
    })
    const next = await cramped.read(bytes('url\nhttps://x.example\n'), { format: 'csv' })
    expect(next).toMatchObject({ ok: true })
    if (next.ok) await next.value.close()
  })

  it('a user has one import at a time', async () => {
    const ada = await server.signUp()
    const file = HEAD + '<DT><A HREF="https://x.example/1">x</A>\n'.repeat(20_000)
    const answers = await Promise.all([take(ada, file), take(ada, file), take(ada, file)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it('[HM-19] an import that an earlier release left unfinished is listed as stopped, and can be undone', async () => {
    const ada = await server.signUp()
    const { import_id: id } = (await take(ada, `${HEAD}<DT><A HREF="https://x.example/1">x</A>`)).body.data
    await server.node.store.transact(async (tx) =>
      ok(await tx.imports.update(ada.userId, id, { state: 'running' })),
    )
    const listed = async () => (await ada.send('GET', '/import')).body.data
    expect(await listed()).toMatchObject([{ import_id: id, state: 'stopped', created: 1, rows: 1 }])
    expect((await ada.send('POST', `/import/${id}/undo`)).body.data.removed).toBe(1)
    expect(await listed()).toMatchObject([{ state: 'undone' }])
  })

  it('[SB-1] other requests are served while a search reads 100 texts of 95 KB', async () => {
    const ada = await server.signUp()
    for (let n = 0; n < 100; n++) {
      const newEntity = { type: 'note', content: `${n} ${'ab\u0301 a '.repeat(13_000)}` }
      expect((await ada.send('POST', '/entity/create-one', { newEntity })).status).toBe(200)
    }
    const search = (text: string) =>
      ada.send('POST', '/entity/get-matching-entities', {
        userIsTyping_inSearchbar: text,
        only_count: true,
      })
    // The search has loaded the workspace into memory.
    expect((await search('ab')).body.total_in_db).toBe(100)
    let isAnswered = false
    const searched = search('"b a", "a ab a"').then((answer) => {
      isAnswered = true
      return answer
    })
    let served = 0
    while (!isAnswered) {
      expect((await request(server.api, 'GET', '/health')).status).toBe(200)
      served++
    }
    expect((await searched).body.total_in_db).toBe(100)
    expect(served).toBeGreaterThan(6)
  })

  it.each([
    ['nested lists', '['.repeat(1_000_000), 400],
    ['a million lists', `{"entity_ids":[${'[],'.repeat(300_000)}0]}`, 400],
    ['38,000 ids', JSON.stringify({ entity_ids: Array.from({ length: 38_000 }, (_, n) => idOf(n)) }), 400],
    ['380,000 ids', JSON.stringify({ entity_ids: Array.from({ length: 380_000 }, (_, n) => idOf(n)) }), 413],
  ])('a body of %s is refused', async (_what, body, status) => {
    const ada = await server.signUp()
    expect((await ada.send('POST', '/entity/delete-many', body)).status).toBe(status)
  })

  it('a card that is edited many times keeps a limited number of revisions, listed in pages', async () => {
    const ada = await server.signUp()
    const newEntity = { type: 'note', content: 'text 0' }
    const { _id } = (await ada.send('POST', '/entity/create-one', { newEntity })).body.data
    const firstSeq = 1
    for (let n = 1; n <= 100; n++)
      await ada.send('PATCH', '/entity/update-content', { entity_id: _id, content: `text ${n}` })
    await server.node.services.limits.revisions.settled()
    const revisions = (params?: object) =>
      ada.send('POST', '/entity/get-revisions', { entity_id: _id, params })
    const { body } = await revisions()
    expect(body.total_in_db).toBeLessThanOrEqual(45)
    expect(body.data[0].content).toBe('text 99')
    expect((await revisions({ page: 1, limit: 5 })).body.data).toEqual(body.data.slice(5, 10))
    // The revision on which this edit is based was dropped. So the text that the author has not seen becomes a
    // revision.
    const late = { entity_id: _id, content: 'begun long ago', base_seq: firstSeq }
    expect((await ada.send('PATCH', '/entity/update-content', late)).body.kept_revision).toBe('text 100')
  })

  it('five hundred searches in one push count as five hundred requests for the rate limit', async () => {
    const limited = await startNode(server.database, { env: { CARDINAL_RATE_LIMIT: '600' } })
    const ada = await limited.signUp()
    const search = (n: number) => ({ key: `k${n}`, method: 'POST', path: '/entity/get-count', body: {} })
    const push = () =>
      ada.send(
        'POST',
        '/sync/push',
        Array.from({ length: 500 }, (_, n) => search(n)),
      )
    expect((await push()).status).toBe(200)
    const second = await push()
    expect(second.status).toBe(429)
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
    await limited.stop()
  })

  it('an account stores no more than its quota, and can store again after something is deleted', async () => {
    let now = Date.now()
    const small = await startNode(server.database, { env: { CARDINAL_QUOTA_MB: '1' }, now: () => now })
    const ada = await small.signUp()
    const write = () =>
      ada.send('POST', '/entity/create-one', { newEntity: { type: 'note', content: 'x'.repeat(100_000) } })
    const answers = []
    for (let n = 0; n < 12; n++) answers.push(await write())
    expect(answers[9]?.status).toBe(200)
    expect(answers[11]).toMatchObject({
      status: 403,
      body: { msg: expect.stringMatching(/account is full.*1 MB/) },
    })
    const ids = answers.slice(0, 5).map(({ body }) => body.data._id)
    expect((await ada.send('POST', '/entity/delete-many', { entity_ids: ids })).status).toBe(200)
    // Deleted cards count towards the limit for a month, while they can be restored.
    now += 31 * 86_400_000
    const { accessToken } = await small.node.identity.sessions.issue(ada.userId, undefined)
    const later = personWith(small.api, ada.userId, ada.email, accessToken)
    const newEntity = { type: 'note', content: 'x'.repeat(100_000) }
    expect((await later.send('POST', '/entity/create-one', { newEntity })).status).toBe(403)
    await small.node.housekeeping.run()
    now += 11 * 60_000
    expect((await later.send('POST', '/entity/create-one', { newEntity })).status).toBe(200)
    await small.stop()
  })

  it('the provider’s pages have the same rate limits as the API', async () => {
    const limited = await startNode(server.database, { env: { CARDINAL_RATE_LIMIT: '5' } })
    const statuses = []
    for (let n = 0; n < 7; n++)
      statuses.push((await request(limited.api.replace('/api', ''), 'GET', '/oidc/jwks')).status)
    expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200])
    expect(statuses[6]).toBe(429)
    await limited.stop()
  })

  it('behind a proxy, requests are counted by the address that the proxy reports, not by one the visitor sends', async () => {
    const env = { CARDINAL_RATE_LIMIT: '3', CARDINAL_TRUST_PROXY: '1' }
    const limited = await startNode(server.database, { env })
    const ask = (forwarded: string) =>
      request(limited.api, 'GET', '/user/sign-in-options', undefined, { 'x-forwarded-for': forwarded })
    const statuses = []
    for (let n = 0; n < 5; n++) statuses.push((await ask(`10.9.8.${n}, 203.0.113.7`)).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    expect((await ask('203.0.113.8')).status).toBe(200)
    await limited.stop()
  })

  it('a call without an account accepts a body of at most 16 KiB, and the payment webhook accepts none while it is off', async () => {
    const long = JSON.stringify({
      user_action: 'landed-1',
      unknown_user_id: idOf(1),
      ipAddress: 'x'.repeat(20_000),
    })
    const tooLarge = await request(server.api, 'POST', '/user/action-taken', long)
    expect(tooLarge).toMatchObject({ status: 413, body: { msg: expect.stringContaining('16 KiB') } })
    expect((await request(server.api, 'POST', '/billing/webhook', 'x'.repeat(300_000))).status).toBe(404)
  })

  it('the recorded actions of visitors are rate-limited', async () => {
    const limited = await startNode(server.database, { env: { CARDINAL_RATE_LIMIT: '50' } })
    const act = () =>
      request(limited.api, 'POST', '/user/action-taken', {
        user_action: 'landed-1',
        unknown_user_id: idOf(1),
      })
    const statuses = []
    for (let n = 0; n < 7; n++) statuses.push((await act()).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    await limited.stop()
  })

  it('[OF-5] a user has at most twenty event streams, and they end with the session', async () => {
    const ada = await server.signUp()
    const open = () =>
      fetch(`${server.api}/sync/events`, { headers: { authorization: `Bearer ${ada.token}` } })
    const streams = []
    for (let n = 0; n < STREAMS_PER_USER; n++) streams.push(await open())
    expect((await open()).status).toBe(429)
    const [first, ...others] = streams
    await first?.body?.cancel()
    await expect.poll(async () => (others.length < STREAMS_PER_USER ? (await open()).status : 0)).toBe(200)
    expect((await ada.send('POST', '/user/end-sessions', {})).status).toBe(200)
    for (const stream of others) {
      const ended = (async () => {
        for await (const _ of stream.body ?? []);
        return 'ended'
      })()
      expect(await ended).toBe('ended')
    }
  })

  it('one IP address has at most 256 connections', async () => {
    const { port } = new URL(server.api)
    const sockets = Array.from({ length: 400 }, () =>
      connect(Number(port), '127.0.0.1').on('error', () => undefined),
    )
    await Promise.all(
      sockets.map(
        (socket) => new Promise((resolve) => socket.once('connect', resolve).once('close', resolve)),
      ),
    )
    await expect
      .poll(() => sockets.filter(({ destroyed }) => !destroyed).length, { timeout: 20_000 })
      .toBeLessThanOrEqual(256)
    for (const socket of sockets) socket.destroy()
  })

  it('a request whose headers arrive too slowly is cut off, even if they arrive steadily', {
    timeout: 60_000,
  }, async () => {
    const { port } = new URL(server.api)
    const begun = performance.now()
    const sockets = Array.from({ length: 20 }, () => {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
      socket.write('POST /api/user/sign-in HTTP/1.1\r\nHost: x\r\n')
      const drip = setInterval(() => socket.write('a: b\r\n'), 500)
      socket.once('close', () => clearInterval(drip)).resume()
      return socket
    })
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve))))
    // Connections are checked every five seconds.
    expect(performance.now() - begun).toBeGreaterThan(HEAD_TIMEOUT_MS - 1_000)
    expect(performance.now() - begun).toBeLessThan(2 * HEAD_TIMEOUT_MS)
  })

  it('an overloaded server refuses calls and the provider’s pages, and accepts them when it has recovered', {
    timeout: 90_000,
  }, async () => {
    const busy = await startNode(server.database, { overloadedAt: 20 })
    const ada = await busy.signUp()
    const statuses = async () => [
      (await ada.send('POST', '/entity/get-count', {})).status,
      (await request(busy.api.replace('/api', ''), 'GET', '/oidc/jwks')).status,
      (await request(busy.api, 'GET', '/health')).status,
    ]
    expect(await statuses()).toEqual([200, 200, 200])
    const hold = setInterval(() => {
      for (const end = performance.now() + 100; performance.now() < end; );
    }, 110)
    try {
      await expect.poll(statuses, { timeout: 30_000, interval: 500 }).toEqual([503, 503, 200])
      const { headers } = await ada.send('POST', '/entity/get-count', {})
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    } finally {
      clearInterval(hold)
    }
    await expect.poll(statuses, { timeout: 30_000, interval: 500 }).toEqual([200, 200, 200])
    await busy.stop()
  })

  it('tags and groups of two workspaces of one person are found together, and creating a token refuses an idempotency key', async () => {
    const ada = await server.signUp()
    const other = (await ada.send('POST', '/workspace/create-one', { workspace_name: 'Other' })).body.data._id
    const make = async (name: string, workspace_id: string | null) => {
      const made = await ada.send('POST', '/tag/create-many-from-keyword', {
        frontendGeneratedTags: [{ tag_name: name }],
        workspace_id,
      })
      const tag = made.body.data[0]._id
      const group = await ada.send('POST', '/tag/create-many-groups-from-searchword', {
        searchwords: [name],
        tag_ids: [tag],
        workspace_id,
      })
      return { tag, group: group.body.data[0]._id }
    }
    const [here, there] = [await make('here', null), await make('there', other)]
    const tags = await ada.send('POST', '/tag/get-matching-tags-by-groupIds', {
      group_ids: [here.group, there.group],
    })
    expect(tags.body.data.map((tag: { _id: string }) => tag._id)).toEqual([here.tag, there.tag])
    const groups = await ada.send('POST', '/tag/get-matching-groups-by-tagIds', {
      tag_ids: [there.tag, here.tag],
    })
    expect(groups.body.data.map((group: { _id: string }) => group._id)).toEqual([there.group, here.group])
    const keyed = await ada.send(
      'POST',
      '/user/create-token',
      { name: 'x', scope: 'read' },
      { 'idempotency-key': 'k' },
    )
    expect(keyed).toMatchObject({ status: 400, body: { msg: expect.stringMatching(/^Idempotency-Key: /) } })
  })
})
