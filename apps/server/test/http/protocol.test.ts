import { request as httpRequest } from 'node:http'
import { calls } from '@cardinal/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { accepted, idOf, type Person, request, serverFor, startNode } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

describe.each(DATABASES)('the rules for all calls on $name', ({ start }) => {
  let ada: Person

  const server = serverFor(start)
  beforeAll(async () => {
    ada = await server.signUp()
  })

  const create = '/entity/create-one'
  const newEntity = { type: 'note', content: 'x' }
  const failure = (status: number) => ({
    status,
    body: { msg: expect.any(String), request_id: expect.any(String) },
  })
  const count = async () =>
    accepted(await ada.call(calls.getCount, { body: {} })).data.reduce((sum, { count: n }) => sum + n, 0)

  it('every failure is answered in one shape, and a refused call leaves no trace', async () => {
    const before = await count()
    const token = { authorization: `Bearer ${ada.token}` }
    const { api } = server
    expect(await request(api, 'POST', create, { newEntity })).toMatchObject(failure(401))
    expect(
      await request(api, 'POST', create, { newEntity }, { authorization: 'Bearer nonsense' }),
    ).toMatchObject(failure(401))
    expect(await request(api, 'GET', '/nothing/here')).toMatchObject(failure(404))
    expect(await ada.send('GET', create)).toMatchObject(failure(404))
    expect(await request(api, 'GET', '/tag/get-one-group/%E0%A4%A')).toMatchObject(failure(400))
    expect(await ada.send('POST', create, '{"newEntity":')).toMatchObject(failure(400))
    expect(await ada.send('POST', create, 'x=1', { 'content-type': 'text/plain' })).toMatchObject(
      failure(415),
    )
    expect(await ada.send('POST', create, 'x', { 'content-encoding': 'gzip' })).toMatchObject(failure(415))
    expect(await ada.send('POST', create, { newEntity, extra: 1 })).toMatchObject({
      status: 400,
      body: { msg: expect.stringContaining('extra') },
    })
    expect(await ada.send('POST', create, { newEntity: { ...newEntity, type: 'link' } })).toMatchObject({
      status: 400,
      body: { msg: expect.stringContaining('newEntity.type') },
    })
    expect(await ada.send('POST', create, [])).toMatchObject(failure(400))
    expect(await ada.send('POST', create, '"\\u0000"')).toMatchObject(failure(400))
    expect(await ada.send('POST', create, { newEntity: { ...newEntity, content: 'a\0b' } })).toMatchObject(
      failure(400),
    )
    expect(
      await ada.send('POST', create, { newEntity: { ...newEntity, content: 'x'.repeat(100_001) } }),
    ).toMatchObject(failure(400))
    expect(await request(api, 'POST', create, `"${'x'.repeat(11 * 1024 * 1024)}"`, token)).toMatchObject(
      failure(413),
    )
    expect(await ada.send('POST', create, `${'['.repeat(200_000)}${']'.repeat(200_000)}`)).toMatchObject(
      failure(400),
    )
    expect(
      await ada.send('POST', create, { newEntity }, { 'idempotency-key': 'x'.repeat(300) }),
    ).toMatchObject(failure(400))
    expect(await count()).toBe(before)
  })

  it('half a surrogate pair is stored as U+FFFD on every database', async () => {
    const made = await ada.send('POST', create, '{"newEntity":{"type":"note","content":"a\\ud83db"}}')
    expect(made.body.data.content).toBe('a\ufffdb')
  })

  it('every answer has strict security headers', async () => {
    for (const path of ['/health', '/nothing', '/docs', '/entity/get-count']) {
      const { headers } = await request(server.api, 'GET', path)
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'")
      expect(headers.get('content-security-policy')).toMatch(/base-uri 'none'; frame-ancestors 'none'/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('access-control-allow-origin')).toBe(null)
    }
    const { headers } = await ada.send('POST', '/entity/get-count', {})
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('a TRACE request is answered with 404, and nothing of it is sent back', async () => {
    for (const path of ['/api/health', '/', '/oidc/jwks']) {
      const { status, text } = await trace(new URL(server.api).origin + path)
      expect([path, status]).toEqual([path, 404])
      expect(text).not.toContain('not-to-be-seen')
    }
  })

  it('a call that is repeated with its key takes effect once, and gets the same answer', async () => {
    const key = { 'idempotency-key': 'once-1' }
    const first = await ada.send('POST', create, { newEntity }, key)
    expect(first.headers.get('idempotent-replayed')).toBe(null)
    const before = await count()
    const again = await ada.send('POST', create, '{"newEntity": {"content":"x", "type":"note"}}', key)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    expect(await count()).toBe(before)
    const other = await ada.send('POST', create, { newEntity: { ...newEntity, content: 'y' } }, key)
    expect(other).toMatchObject(failure(422))
    const elsewhere = await ada.send(
      'POST',
      '/entity/delete-many',
      { entity_ids: [first.body.data._id] },
      key,
    )
    expect(elsewhere).toMatchObject(failure(422))
  })

  it('a refused call does not use up its key', async () => {
    const key = { 'idempotency-key': 'refused-1' }
    const body = { entity_ids: [idOf(77)] }
    expect((await ada.send('POST', '/entity/delete-many', body, key)).status).toBe(404)
    await ada.send('POST', create, { newEntity: { ...newEntity, _id: idOf(77) } })
    const done = await ada.send('POST', '/entity/delete-many', body, key)
    expect(done.status).toBe(200)
    expect(done.headers.get('idempotent-replayed')).toBe(null)
  })

  it('a direct call and a pushed one with the same key count as one', async () => {
    const body = { newEntity: { ...newEntity, content: 'shared' } }
    const direct = await ada.send('POST', create, body, { 'idempotency-key': 'shared-1' })
    const before = await count()
    const push = (key: string, sent: unknown) =>
      ada.send('POST', '/sync/push', [{ key, method: 'POST', path: create, body: sent }])
    expect((await push('shared-1', body)).body.data).toEqual([
      { key: 'shared-1', status: 200, body: direct.body },
    ])
    expect((await push('shared-1', { newEntity })).body.data[0].status).toBe(422)
    await push('shared-2', body)
    const replay = await ada.send('POST', create, body, { 'idempotency-key': 'shared-2' })
    expect(replay.headers.get('idempotent-replayed')).toBe('true')
    expect(await count()).toBe(before + 1)
  })

  it('two users may use the same idempotency key', async () => {
    const grace = await server.signUp()
    const key = { 'idempotency-key': 'mine' }
    await ada.send('POST', create, { newEntity }, key)
    const hers = await grace.send('POST', create, { newEntity: { ...newEntity, content: 'hers' } }, key)
    expect(hers).toMatchObject({ status: 200, body: { data: { content: 'hers' } } })
    expect(hers.headers.get('idempotent-replayed')).toBe(null)
  })

  it('of ten identical simultaneous calls with one key, one takes effect', async () => {
    const before = await count()
    const key = { 'idempotency-key': 'race' }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ada.send('POST', create, { newEntity }, key)),
    )
    for (const { status } of answers) expect([200, 409]).toContain(status)
    const bodies = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.data._id))
    expect(bodies.size).toBe(1)
    expect(await count()).toBe(before + 1)
  })

  it('a call that changes nothing uses no sequence number', async () => {
    const made = await ada.send('POST', create, { newEntity })
    const same = { entity_ids: [made.body.data._id], color: null }
    expect((await ada.send('PATCH', '/entity/update-color', same)).body.seq).toBe(made.body.seq)
    const changed = await ada.send('PATCH', '/entity/update-color', { ...same, color: 'red' })
    expect(changed.body.seq).toBe(made.body.seq + 1)
  })

  it('a push continues after a refused call, in order, with at most 500 calls', async () => {
    const item = (n: number, path: string, body: unknown) => ({
      key: `push-${n}`,
      method: 'POST',
      path,
      body,
    })
    const answer = await ada.send('POST', '/sync/push', [
      item(1, create, { newEntity: { ...newEntity, _id: idOf(501) } }),
      item(2, '/entity/no-such-call', {}),
      item(3, create, { newEntity: { ...newEntity, _id: idOf(501) } }),
      item(4, '/sync/push', []),
      item(5, '/entity/delete-many', { entity_ids: [idOf(501)] }),
    ])
    expect(answer.body.data.map((one: { status: number }) => one.status)).toEqual([200, 404, 409, 404, 200])
    expect(answer.body.data[1].body).toMatchObject({
      msg: expect.any(String),
      request_id: expect.any(String),
    })
    const many = Array.from({ length: 501 }, (_, n) => item(n, create, {}))
    expect((await ada.send('POST', '/sync/push', many)).status).toBe(400)
  })

  it('each pushed change is committed or refused alone, although they share transactions', async () => {
    const grace = await server.signUp()
    const made = (n: number) => ({
      key: `made-${n}`,
      method: 'POST',
      path: create,
      body: { newEntity: { ...newEntity, _id: idOf(n) } },
    })
    const empty = { ...made(1), key: 'empty', body: { newEntity: { ...newEntity, content: ' ' } } }
    const count = { key: 'count', method: 'POST', path: '/entity/get-count', body: {} }
    const cards = Array.from({ length: 120 }, (_, n) => made(n))
    const list = [...cards.slice(0, 70), empty, made(3), count, made(200), made(200), ...cards.slice(70)]
    const { data } = (await grace.send('POST', '/sync/push', list)).body
    const of = (key: string) =>
      data.filter((one: { key: string }) => one.key === key) as { status: number; body: unknown }[]
    expect(data.map((one: { key: string }) => one.key)).toEqual(list.map(({ key }) => key))
    expect(of('empty').map(({ status }) => status)).toEqual([400])
    // A question sees the changes before it in the push, and none after it.
    expect(of('count')[0]?.body).toMatchObject({
      data: expect.arrayContaining([{ type: 'note', count: 70 }]),
    })
    for (const key of ['made-3', 'made-200']) expect(of(key)[1]).toEqual(of(key)[0])
    const seqs = new Set(data.flatMap((one: { body: { seq?: number } }) => one.body.seq ?? []))
    expect([...seqs]).toEqual(Array.from({ length: 121 }, (_, i) => i + 1))
    expect((await grace.send('POST', '/sync/push', list)).body.data.slice(0, 70)).toEqual(data.slice(0, 70))
  })

  it('requests are limited for each user and address if that is configured', async () => {
    const limited = await startNode(server.database, { env: { CARDINAL_RATE_LIMIT: '5' } })
    const [grace, mary] = [await limited.signUp(), await limited.signUp()]
    const statuses: number[] = []
    for (let i = 0; i < 7; i++) statuses.push((await grace.send('POST', '/entity/get-count', {})).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect((await mary.send('POST', '/entity/get-count', {})).status).toBe(200)
    const anonymous = []
    for (let i = 0; i < 6; i++) anonymous.push(await request(limited.api, 'POST', '/entity/get-count', {}))
    expect(anonymous.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429])
    expect(Number(anonymous[5]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await request(limited.api, 'GET', '/health')).status).toBe(200)
    await limited.stop()
  })
})

/** A TRACE request, which `fetch` refuses to send. */
function trace(address: string): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-secret': 'not-to-be-seen' }
    const sent = httpRequest(address, { method: 'TRACE', headers }, async (answer) => {
      let text = ''
      for await (const piece of answer) text += piece
      resolve({ status: answer.statusCode, text })
    })
    sent.on('error', reject).end()
  })
}
