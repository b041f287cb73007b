import { describe, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { idOf, type Person, request, serverFor } from '../support/node.ts'
import { runServer } from '../support/server-process.ts'
import { DATABASES } from '../support/stores.ts'

const HOSTILE = `</title><script>alert(1)</script>"'&\u0001`

describe.each(DATABASES)('shared searches on $name', ({ start }) => {
  let now = Date.UTC(2026, 0, 12, 13, 0)
  const server = serverFor(start, { now: () => now })

  const share = async (person: Person, more: object = {}) =>
    person.send('POST', '/user/create-shared-search', { title: 'Reading list', query: {}, ...more })
  const shared = async (person: Person, more: object = {}) => {
    const { status, body } = await share(person, more)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data as { shared_id: string; path: string }
  }
  const read = (path: string, headers: Record<string, string> = {}) =>
    request(server.api, 'GET', path.slice('/api'.length), undefined, headers)
  const feedOf = async (path: string) => (await read(`${path}/feed.json`)).body
  const add = async (person: Person, content: string, fields: object = {}, tags: string[] = []) => {
    const newEntity = { type: 'hyperlink', content, ...fields }
    now += 1
    const made = await person.send('POST', '/entity/create-one', { newEntity })
    expect(made.status).toBe(200)
    if (tags.length > 0)
      await person.send('POST', '/tag/create-many-from-keyword', {
        frontendGeneratedTags: tags.map((tag_name) => ({ tag_name })),
        attachToTheseEntities: [made.body.data._id],
        entityType: made.body.data.type,
      })
  }

  it('a shared search leads to the address of a link, also where its title holds another one', async () => {
    const ada = await server.signUp()
    await add(ada, 'See https://other.example/x', { address: 'https://own.example/p' })
    const { path } = await shared(ada)
    const { body } = await read(path)
    expect(body).toContain('href="https://own.example/p"')
    expect(body).not.toContain('href="https://other.example')
    expect(JSON.parse(await feedOf(path)).items).toMatchObject([{ url: 'https://own.example/p' }])
    expect((await read(`${path}/feed.xml`)).body).toContain('<link>https://own.example/p</link>')
  })

  it('a shared search can be read as a page, RSS and JSON feed at a secret address until it is withdrawn', async () => {
    const ada = await server.signUp()
    await add(ada, 'Bread\nhttps://example.org/bread', { createdAt: '2026-01-02T03:04:05.000Z' }, ['baking'])
    await add(ada, 'Tyres\nhttps://example.org/tyres', {}, ['car'])
    const { shared_id, path } = await shared(ada, { query: { search: 'baking' } })
    expect(path).toMatch(/^\/api\/shared\/[\w-]{43}$/)

    const page = await read(path)
    expect([page.status, page.headers.get('content-type'), page.headers.get('x-robots-tag')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'noindex, nofollow',
    ])
    expect(page.body).toContain('<meta name="robots" content="noindex, nofollow">')
    expect(page.body).toContain('href="https://example.org/bread"')
    expect(page.body).toContain('>2 Jan 2026</time>')
    expect(page.body).not.toMatch(/Tyres|<script|baking/)
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')

    const feed = await read(`${path}/feed.json`)
    expect(feed.headers.get('content-type')).toBe('application/feed+json; charset=utf-8')
    const parsed = JSON.parse(feed.body)
    expect(parsed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Reading list',
      items: [
        {
          url: 'https://example.org/bread',
          title: 'Bread',
          content_text: '',
          date_published: '2026-01-02T03:04:05.000Z',
        },
      ],
    })
    expect(parsed.feed_url).toMatch(/^http:\/\/[^/]+\/api\/shared\/[\w-]{43}\/feed\.json$/)
    const rss = await read(`${path}/feed.xml`)
    expect(rss.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    expect(rss.body).toContain('<link>https://example.org/bread</link>')
    expect(rss.body).toContain('<pubDate>Fri, 02 Jan 2026 03:04:05 GMT</pubDate>')

    const list = await ada.send('GET', '/user/shared-searches')
    expect(list.body.data).toMatchObject([
      { shared_id, path, title: 'Reading list', shows: [], search: 'baking' },
    ])
    expect((await ada.send('POST', '/user/remove-shared-search', { shared_id })).status).toBe(200)
    const unknown = `/api/shared/${'x'.repeat(43)}`
    for (const file of ['', '/feed.xml', '/feed.json']) {
      const [gone, never] = [await read(path + file), await read(unknown + file)]
      expect([gone.status, never.status]).toEqual([404, 404])
      const bare = ({ body }: typeof gone) => (typeof body === 'string' ? body : body.msg)
      expect(bare(gone), 'taken back and never there are alike').toBe(bare(never))
    }
    expect((await ada.send('GET', '/user/shared-searches')).body.data).toEqual([])
    const activity = (await ada.send('GET', '/user/recent-activity')).body.data
    expect(activity.map(({ kind, detail }: Record<string, string>) => [kind, detail])).toEqual(
      expect.arrayContaining([
        ['search-shared', 'Reading list'],
        ['share-ended', 'Reading list'],
      ]),
    )
  })

  it('every other address below /shared is answered with a plain 404', async () => {
    for (const secret of ['x', '%00', 'x'.repeat(43), encodeURIComponent('é'.repeat(43)), '..'])
      for (const file of ['', '/feed.xml', '/feed.json', '/page.html'])
        expect((await read(`/api/shared/${secret}${file}`)).status, secret + file).toBe(404)
  })

  it('a shared search shows titles and addresses of links, and the other fields that the owner chose', async () => {
    const ada = await server.signUp()
    const recipe = 'Bread\nhttps://example.org/bread\n\nWith rye.\nAnd salt.'
    await add(ada, recipe, { titles: [{ text: 'private thought' }] }, ['secret tag', 'baking'])
    await add(ada, 'My diary\nDear diary', { type: 'note', titles: [{ text: 'private thought' }] }, [
      'baking',
    ])
    const hidden = await ada.send('POST', '/tag/create-many-groups-from-searchword', {
      searchwords: ['hidden'],
      tag_ids: (
        await ada.send('POST', '/tag/get-matching-tags-by-searchword', { keywords: ['secret tag'] })
      ).body.data
        .slice(0, 1)
        .map(({ _id }: { _id: string }) => _id),
    })
    await ada.send('PATCH', '/tag/toggle-hidden-groups', {
      group_ids: [hidden.body.data[0]._id],
      hidden: true,
    })

    const least = await feedOf((await shared(ada)).path)
    expect(JSON.parse(least).items).toEqual([
      expect.objectContaining({ title: 'Bread', content_text: '', url: 'https://example.org/bread' }),
    ])
    expect(least).not.toMatch(/rye|baking|diary|thought|secret tag/)

    const more = (await shared(ada, { shows: ['descriptions', 'tags'] })).path
    for (const file of ['', '/feed.xml', '/feed.json']) {
      const { body } = await read(more + file)
      expect(body).toMatch(/With rye/)
      expect(body).toMatch(/baking/)
      expect(body, 'subnotes, notes and hidden tags').not.toMatch(/diary|thought|secret tag/)
    }

    const all = (await shared(ada, { shows: ['texts'] })).path
    expect(
      JSON.parse(await feedOf(all)).items.map(({ title, content_text }: Record<string, string>) => [
        title,
        content_text,
      ]),
    ).toEqual([
      ['My diary', 'Dear diary'],
      ['Bread', ''],
    ])
    expect((await read(all)).body).not.toMatch(/thought/)

    const notes = await share(ada, { query: { type: 'note' } })
    expect([notes.status, notes.body.msg]).toEqual([
      400,
      'shows: this search finds no links. Choose texts to share notes and todos.',
    ])
  })

  it('a shared search escapes all texts, and drops characters that XML does not allow from the feed', async () => {
    const ada = await server.signUp()
    await add(ada, `${HOSTILE}\nhttps://example.org/?a=1&b="x"\n\n${HOSTILE}`)
    const { path } = await shared(ada, { title: HOSTILE, shows: ['descriptions', 'tags'] })
    for (const file of ['', '/feed.xml']) {
      const { body } = await read(path + file)
      expect(body).not.toMatch(/<script/i)
      expect(body).not.toContain('\u0001')
      expect(body).toContain('alert(1)')
    }
    const parsed = JSON.parse(await feedOf(path))
    expect([parsed.title, parsed.items[0].title]).toEqual([HOSTILE, HOSTILE])
  })

  it('an address that a browser would run does not become a link', async () => {
    const ada = await server.signUp()
    await add(ada, 'example.org/a')
    await add(ada, 'https://[broken')
    await add(ada, 'file:///etc/passwd words')
    await add(ada, 'no address yet')
    const { body } = await read((await shared(ada)).path)
    expect([...body.matchAll(/<h2[^>]*><a href="([^"]*)"/g)].map(([, address]) => address)).toEqual([
      'https://example.org/a',
    ])
  })

  it('a shared search shows the newest 100 cards with shortened texts, and is not sent again unless it changed', async () => {
    const ada = await server.signUp()
    const calls = Array.from({ length: 120 }, (_, n) => ({
      key: `sharing-${n}`,
      method: 'POST',
      path: '/entity/create-one',
      body: { newEntity: { type: 'note', content: `card ${n}\n${'ä<'.repeat(n === 119 ? 45_000 : 5)}` } },
    }))
    for (const call of calls) {
      now += 1
      expect((await ada.send('POST', '/sync/push', [call])).body.data[0].status).toBe(200)
    }
    const { path } = await shared(ada, { shows: ['texts'] })
    const first = await read(`${path}/feed.json`)
    const titles = JSON.parse(first.body).items.map(({ title }: { title: string }) => title)
    expect([titles.length, titles[0], titles[99]]).toEqual([100, 'card 119', 'card 20'])
    expect(JSON.parse(first.body).items[0].content_text).toHaveLength(2_001)
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const again = await read(`${path}/feed.json`, { 'if-none-match': etag })
    expect([again.status, again.body]).toEqual([304, ''])
    await add(ada, 'newer\nhttps://example.org/')
    expect((await read(`${path}/feed.json`, { 'if-none-match': etag })).status).toBe(200)
  })

  it('a shared search applies the kinds, colours, second search and completed todos of its search', async () => {
    const ada = await server.signUp()
    await add(ada, 'open one', { type: 'todo', color: 'red' })
    await add(ada, 'done one', { type: 'todo', color: 'red', doneAt: '2026-01-01T00:00:00.000Z' })
    await add(ada, 'open two', { type: 'todo' })
    const query = {
      type: 'todo',
      done: 'open',
      colors: ['red'],
      second_search: 'one',
      search: '',
      only_tags: false,
    }
    const { path } = await shared(ada, { shows: ['texts'], query })
    expect(JSON.parse(await feedOf(path)).items.map(({ title }: { title: string }) => title)).toEqual([
      'open one',
    ])
  })

  it('only the owner in the app can list or end a shared search, and each person has at most 20', async () => {
    const [ada, bob] = [await server.signUp(), await server.signUp()]
    const { shared_id, path } = await shared(ada)
    expect((await bob.send('POST', '/user/remove-shared-search', { shared_id })).status).toBe(404)
    expect((await bob.send('GET', '/user/shared-searches')).body.data).toEqual([])
    expect((await read(path)).status).toBe(200)
    const workspace_id = (await ada.send('GET', '/user/shared-searches')).body.data[0].workspace_id
    expect((await share(bob, { workspace_id })).status).toBe(404)
    expect((await share(bob, { workspace_id: idOf(1) })).status).toBe(404)
    for (let n = 1; n < 20; n++) await shared(ada)
    const more = await share(ada)
    expect([more.status, more.body.msg]).toEqual([
      400,
      'At most 20 searches can be shared. Take one back first.',
    ])
    const token = (await ada.send('POST', '/user/create-token', { name: 't', scope: 'write' })).body.data
      .token
    const headers = { authorization: `Bearer ${token}` }
    expect((await request(server.api, 'GET', '/user/shared-searches', undefined, headers)).status).toBe(403)
  })

  it('a shared search ends when its workspace or account is deleted', async () => {
    const ada = await server.signUp()
    const other = (await shared(ada)).path
    const made = await ada.send('POST', '/workspace/create-one', { workspace_name: 'Away' })
    const workspace_id = made.body.data._id
    const { path } = await shared(ada, { workspace_id })
    expect((await read(path)).status).toBe(200)
    await ada.send('POST', '/workspace/delete-one', { workspace_id, confirm: 'Away' })
    expect((await read(path)).status).toBe(404)
    expect((await read(other)).status).toBe(200)
    expect((await ada.send('POST', '/user/delete-account', { confirm: ada.email })).status).toBe(200)
    expect((await read(other)).status).toBe(404)
  })
})

it('the log does not hold the secret of a shared search', { timeout: 120_000 }, async () => {
  const database = await (DATABASES[0] as (typeof DATABASES)[number]).start()
  const port = String(await freePort())
  const server = runServer({
    CARDINAL_DATA_DIR: database.dataDir,
    CARDINAL_PORT: port,
    CARDINAL_LOG_LEVEL: 'trace',
    CARDINAL_FETCH_PAGES: 'off',
  })
  await expect.poll(server.output, { timeout: 60_000 }).toContain('Accounts: everybody who can open')
  const secret = 'S'.repeat(43)
  const api = `http://127.0.0.1:${port}/api`
  for (const path of [
    `/shared/${secret}`,
    `/shared/${secret}/feed.xml`,
    `/shared/${secret}/%zz`,
    `/shared/${secret}/a/b`,
  ])
    expect((await request(api, 'GET', path)).status).toBeGreaterThanOrEqual(400)
  server.child.kill('SIGTERM')
  await server.exit
  expect(server.output()).toContain('/api/shared/:secret')
  expect(server.output()).not.toContain(secret)
  await database.stop()
})
