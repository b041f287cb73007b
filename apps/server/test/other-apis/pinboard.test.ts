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
  // The client can only connect to https://api.pinboard.in, so its connections are redirected to the server under
  // test.
  const port = Number(new URL(server.api).port)
  vi.spyOn(https.globalAgent, 'createConnection').mockImplementation(() => connect(port, '127.0.0.1'))
})
afterAll(() => {
  vi.restoreAllMocks()
})

const client = (token: string) => new Pinboard(`ada:${token}`)
const none = undefined as never

it('[ID-10] a token that the browser remembers is refused in requests from pages of other sites', async () => {
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

it('[ID-10] an object in the place of a text is refused with one sentence, even if it has a length', async () => {
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
  it('node-pinboard adds, gets, lists, suggests and deletes bookmarks', async () => {
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

  it('node-pinboard is told what is wrong with its calls, and gets no data of other people', async () => {
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

describe('Pinboard’s formats', () => {
  /** A person with a link full of special characters, and functions that send requests like a client. */
  async function withPosts() {
    const person = await server.signUp()
    const root = server.api.replace(/\/api$/, '')
    const ask = async (path: string, format = '') => {
      const sign = path.includes('?') ? '&' : '?'
      const answer = await fetch(`${root}/v1${path}${sign}auth_token=ada:${person.token}${format}`)
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
    }
    const json = async (path: string) => JSON.parse((await ask(path, '&format=json')).text)
    const post = {
      url: 'https://rust.example/?a=1&b="2"',
      description: 'Rust <&> \u0001"2"',
      tags: 'rust slow-food',
    }
    const query = new URLSearchParams({ ...post, extended: 'one\ntwo', dt: '2024-01-01T10:00:00Z' })
    await ask(`/posts/add?${query}`)
    return { person, ask, json }
  }

  it('[ID-10] Pinboard’s API answers in XML unless JSON is requested, well-formed for any texts', async () => {
    const { ask, json } = await withPosts()
    const begin = '<?xml version="1.0" encoding="UTF-8" ?>\n'
    const all = await ask('/posts/all')
    expect(all).toMatchObject({ status: 200, type: 'text/xml; charset=utf-8' })
    expect(all.text).toMatch(
      /^<\?xml[^>]*\?>\n<posts user="[^"]*">\n<post href="https:\/\/rust\.example\/\?a=1&amp;b=%222%22" description="Rust &lt;&amp;&gt; &quot;2&quot;" extended="one&#10;two" meta="[0-9a-f]{32}" hash="[0-9a-f]{32}" time="2024-01-01T10:00:00Z" shared="yes" toread="no" tag="rust slow-food" \/>\n<\/posts>\n$/,
    )
    expect((await ask('/posts/recent')).text).toContain('<post href=')
    expect((await ask('/posts/dates')).text).toContain('<date count="1" date="2024-01-01" />')
    expect((await ask('/tags/get')).text).toBe(
      `${begin}<tags>\n<tag count="1" tag="rust" />\n<tag count="1" tag="slow-food" />\n</tags>\n`,
    )
    expect((await ask('/posts/update')).text).toMatch(/<update time="20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ" \/>/)
    expect((await ask('/posts/delete?url=https://none.example')).text).toBe(
      `${begin}<result code="item not found" />\n`,
    )
    expect((await ask('/posts/suggest?url=https://rust.example/2')).text).toContain('<suggested>')
    expect(await json('/posts/all')).toMatchObject([{ tags: 'rust slow-food', extended: 'one\ntwo' }])
  })

  it('[ID-10] Pinboard’s API writes times without milliseconds, and reads all forms that clients send', async () => {
    const { json } = await withPosts()
    const seconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
    expect((await json('/posts/update')).update_time).toMatch(seconds)
    expect((await json('/posts/recent')).date).toMatch(seconds)
    const count = async (query: string) => (await json(`/posts/all?${query}`)).length
    const before = [
      '2024-01-01T09:59:59Z',
      '2024-01-01 09:59:59',
      '2024-01-01',
      '1704103199',
      '2024-01-01T10:59:59%2B01:00',
    ]
    for (const fromdt of before) expect(await count(`fromdt=${fromdt}`), fromdt).toBe(1)
    for (const todt of before) expect(await count(`todt=${todt}`), todt).toBe(0)
    for (const fromdt of ['yesterday', '2026-02-31', '2026-02-29T10:00:00Z', '2026-01-01T25:00:00Z'])
      expect(await json(`/posts/all?fromdt=${fromdt}`), fromdt).toMatchObject({
        result_code: expect.stringContaining('fromdt: must look like'),
      })
    expect(await count('fromdt=0001-01-01')).toBe(1)
    expect(await count('results=99999999')).toBe(1)
    expect((await json('/posts/get?dt=2024-01-01')).posts).toHaveLength(1)
  })

  it('[ID-10] Pinboard’s API keeps tags with similar names apart, and neither finds nor deletes one by the name of another', async () => {
    const { json } = await withPosts()
    const tags = 'work !work a/b $ C++ Work'
    const add = `/posts/add?url=https://t.example&description=T&tags=${encodeURIComponent(tags)}`
    expect(await json(add)).toEqual({ result_code: 'done' })
    expect(await json(add)).toEqual({ result_code: 'done' })
    const [post] = await json('/posts/all?tag=a')
    expect(post.tags.split(' ').toSorted()).toEqual(['!work', 'C++', 'a/b', 'work'])
    const counts = { '!work': 1, 'C++': 1, a: 0, 'a/b': 1, work: 1, rust: 1, 'slow-food': 1 }
    expect(await json('/tags/get')).toEqual(counts)
    for (const tag of ['!work', 'C%2B%2B', 'work%2B!work', 'a/b work'])
      expect([tag, (await json(`/posts/all?tag=${tag}`)).length]).toEqual([tag, 1])
    for (const tag of ['!rust', 'rust?']) await json(`/tags/delete?tag=${tag}`)
    expect(await json('/tags/get')).toEqual(counts)
    await json('/tags/delete?tag=!work')
    await json('/tags/rename?old=C%2B%2B&new=C%23')
    const { '!work': _, 'C++': __, ...others } = counts
    expect(await json('/tags/get')).toEqual({ ...others, 'C#': 1 })
  })

  it('[ID-10] Pinboard’s API renames tags, lists and shows notes, and returns the token', async () => {
    const { person, ask, json } = await withPosts()
    expect(await json('/tags/rename?old=slow-food&new=baking')).toEqual({ result: 'done' })
    expect(await json('/tags/get/')).toEqual({ baking: 1, rust: 1 })
    expect(await json('/user/api_token/')).toEqual(await json('/user/api_token'))
    expect(await json('/tags/rename?old=baking&new=rust')).toEqual({ result: 'done' })
    expect(await json('/tags/get')).toEqual({ rust: 1 })
    expect(await json('/tags/rename?old=none&new=rust')).toMatchObject({ result_code: 'Not found.' })
    const newEntity = { type: 'note', content: 'Bread <rye>\nStir & wait' }
    await person.send('POST', '/entity/create-one', { newEntity })
    const list = await json('/notes/list')
    expect(list).toEqual({
      count: 1,
      notes: [
        {
          id: expect.any(String),
          hash: expect.stringMatching(/^[0-9a-f]{20}$/),
          title: 'Bread <rye>',
          length: 23,
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
          updated_at: expect.any(String),
        },
      ],
    })
    const [{ id }] = list.notes
    expect((await json(`/notes/${id}`)).text).toBe('Bread <rye>\nStir & wait')
    expect((await ask(`/notes/${id}`)).text).toContain('<text>Bread &lt;rye&gt;\nStir &amp; wait</text>')
    expect((await ask('/notes/list')).text).toContain('<notes count="1">')
    expect(await json('/user/api_token')).toEqual({ result: person.token })
    const eve = await server.signUp()
    const root = server.api.replace(/\/api$/, '')
    const foreign = await fetch(`${root}/v1/notes/${id}?auth_token=eve:${eve.token}&format=json`)
    expect(foreign.status).toBe(404)
  })

  it('[ID-10] Pinboard’s API refuses an unknown path in the requested format, and never serves the app for it', async () => {
    const { ask } = await withPosts()
    expect(await ask('/posts/sing')).toEqual({
      status: 404,
      type: 'text/xml; charset=utf-8',
      text: '<?xml version="1.0" encoding="UTF-8" ?>\n<result code="Not found." />\n',
    })
    const { status, type, text } = await ask('/posts/sing', '&format=json')
    expect({ status, type }).toEqual({ status: 404, type: 'application/json; charset=utf-8' })
    expect(JSON.parse(text)).toMatchObject({ result_code: 'Not found.' })
    for (const [path, form] of [
      ['/v1?format=json', { result_code: 'Not found.' }],
      ['/v1/?format=json', { result_code: 'Not found.' }],
      ['/api/v1', { code: 'refused', message: 'Not found.' }],
      ['/api/v1/', { code: 'refused', message: 'Not found.' }],
    ] as const) {
      const bare = await fetch(new URL(path, server.api), { headers: { accept: 'text/html' } })
      expect([path, bare.status, await bare.json()]).toMatchObject([path, 404, form])
    }
  })
})
