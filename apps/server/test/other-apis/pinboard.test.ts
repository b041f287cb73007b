import https from 'node:https'
import { connect } from 'node:net'
import Pinboard from 'node-pinboard'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Person, request, serverFor } from '../support/node.ts'
import { startSqlite } from '../support/stores.ts'

const server = serverFor(startSqlite)
let ada: Person
beforeAll(async () => {
  ada = await server.signUp()
  // The client knows the address https://api.pinboard.in alone: its connections lead to the server under test.
  const port = Number(new URL(server.api).port)
  vi.spyOn(https.globalAgent, 'createConnection').mockImplementation(() => connect(port, '127.0.0.1'))
})
afterAll(() => {
  vi.restoreAllMocks()
})

const client = (token: string) => new Pinboard(`ada:${token}`)
const none = undefined as never

it('[ID-10] a token that a browser remembers is not taken from a page of another site', async () => {
  const { body } = await ada.send('POST', '/user/create-token', { name: 'pinboard', scope: 'write' })
  const authorization = `Basic ${Buffer.from(`ada:${body.data.token}`).toString('base64')}`
  const root = server.api.replace(/\/api$/, '')
  const from = async (site: string | null) => {
    const headers = { authorization, ...(site !== null && { 'sec-fetch-site': site }) }
    return (await request(root, 'GET', '/v1/posts/update', undefined, headers)).status
  }
  expect([await from('cross-site'), await from('same-site')]).toEqual([401, 401])
  expect([await from(null), await from('none'), await from('same-origin')]).toEqual([200, 200, 200])
})

it('[ID-10] an object with a length of its own in the place of a text is refused in a sentence', async () => {
  const { body } = await ada.send('POST', '/user/create-token', { name: 'hostile', scope: 'write' })
  const authorization = `Bearer ${body.data.token}`
  const hostile = { length: { toString: { toString: 1 } } }
  const sent = [
    ['/bookmarks/', { url: hostile }],
    ['/bookmarks/', { url: 'https://x.example', tag_names: hostile }],
    ['/tags/', { name: hostile }],
    ['/v1/bookmarks', { type: 'link', url: hostile }],
    ['/v1/tags', { name: hostile }],
  ] as const
  for (const [path, given] of sent)
    expect((await request(server.api, 'POST', path, given, { authorization })).status, path).toBe(400)
})

describe('node-pinboard, unmodified', () => {
  it('adds, gets, lists, suggests and deletes', async () => {
    const { body } = await ada.send('POST', '/user/create-token', { name: 'pinboard', scope: 'write' })
    const pins = client(body.data.token)
    const add = (n: number, more: object = {}) =>
      pins.add(
        { url: `https://rust.example/${n}`, description: `Rust ${n}`, tags: ['rust', 'slow-food'], ...more },
        none,
      )
    expect(
      await add(1, { dt: '2024-01-01T10:00:00Z', extended: 'A text', toread: 'yes', shared: 'no' }),
    ).toEqual({
      result_code: 'done',
    })
    await add(2, { dt: '2024-01-01T12:00:00Z' })
    await add(3)
    expect(await add(1, { replace: 'no' })).toEqual({ result_code: 'item already exists' })
    const post = {
      href: 'https://rust.example/1',
      description: 'Rust 1',
      extended: 'A text',
      meta: expect.stringMatching(/^[0-9a-f]{32}$/),
      hash: expect.stringMatching(/^[0-9a-f]{32}$/),
      time: '2024-01-01T10:00:00Z',
      shared: 'no',
      toread: 'yes',
      tags: 'rust slow-food',
    }
    expect(await pins.get({ url: 'http://www.rust.example/1' } as never, none)).toMatchObject({
      posts: [post],
    })
    const titles = (answer: unknown) =>
      (Array.isArray(answer) ? answer : (answer as { posts: object[] }).posts).map(
        ({ description }: { description: string }) => description,
      )
    expect(titles(await pins.get({ dt: '2024-01-01' } as never, none))).toEqual(['Rust 2', 'Rust 1'])
    expect(titles(await pins.get({} as never, none))).toEqual(['Rust 3'])
    expect(titles(await pins.recent({ count: 2 } as never, none))).toEqual(['Rust 3', 'Rust 2'])
    expect(titles(await pins.all({ start: 1, results: 5 } as never, none))).toEqual(['Rust 2', 'Rust 1'])
    expect(await pins.dates({ tag: 'rust' } as never, none)).toMatchObject({ dates: { '2024-01-01': 2 } })
    expect(await pins.suggest('https://rust.example/9', none)).toEqual([
      { popular: [] },
      { recommended: expect.arrayContaining(['rust', 'slow-food']) },
    ])
    expect(await pins.getTags({} as never, none)).toEqual({ rust: 3, 'slow-food': 3, private: 1 })
    expect(await pins.update({}, none)).toEqual({ update_time: expect.stringMatching(/^20.*Z$/) })
    expect(await pins.delTag('slow-food', none)).toEqual({ result: 'done' })
    expect(await pins.delete('https://rust.example/1', none)).toEqual({ result_code: 'done' })
    expect(await pins.delete('https://rust.example/1', none)).toEqual({ result_code: 'item not found' })
    expect(await pins.all({} as never, none)).toMatchObject([{ tags: 'rust' }, { tags: 'rust' }])
  })

  it('is told what is wrong, and gets nothing of others', async () => {
    expect(await client('nothing').all({} as never, none)).toMatchObject({ result_code: 'Invalid token.' })
    const eve = client((await server.signUp()).token)
    expect(await eve.all({} as never, none)).toEqual([])
    expect(await eve.add({ description: 'x' } as never, none)).toMatchObject({
      result_code: expect.stringContaining('url'),
    })
    expect(await eve.add({ url: 'javascript:alert(1)', description: 'x' }, none)).toMatchObject({
      result_code: expect.stringContaining('url'),
    })
    const basic = { authorization: `Basic ${Buffer.from(`ada:${ada.token}`).toString('base64')}` }
    const answer = await fetch(server.api.replace(/api$/, 'v1/posts/recent'), { headers: basic })
    expect(answer.status).toBe(200)
  })
})
