import { calls } from '@cardinal/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { searchFromLinkding } from '../../src/other-apis/search-text.ts'
import { type Answer, accepted, type Person, request, serverFor } from '../support/node.ts'
import { DATABASES, startSqlite } from '../support/stores.ts'

describe('a web page of another origin', () => {
  const server = serverFor(startSqlite, {
    env: { CARDINAL_CORS_ORIGINS: 'https://app.example, chrome-extension://abcdef' },
  })
  const ask = (method: string, path: string, origin: string, more: Record<string, string> = {}) =>
    fetch(server.api + path, { method, headers: { origin, ...more } })
  const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin')

  it('pages of a configured origin may call only the APIs of other services, and pages of other origins nothing', async () => {
    const preflight = { 'access-control-request-method': 'PATCH' }
    for (const path of [
      '/bookmarks/',
      '/bookmarks/7/',
      '/tags/',
      '/v1/lists/7/bookmarks',
      '/../v1/posts/all',
    ]) {
      const before = await ask('OPTIONS', path, 'https://app.example', preflight)
      expect([path, before.status, allowed(before)]).toEqual([path, 204, 'https://app.example'])
      expect(before.headers.get('access-control-allow-headers')).toBe('Authorization, Content-Type')
      expect(before.headers.get('access-control-allow-credentials')).toBeNull()
      const stranger = await ask('OPTIONS', path, 'https://evil.example', preflight)
      expect([path, stranger.status, allowed(stranger)]).toEqual([path, 404, null])
    }
    const { token } = await server.signUp()
    const authorization = `Token ${token}`
    const list = await ask('GET', '/bookmarks/', 'chrome-extension://abcdef', { authorization })
    expect([list.status, allowed(list)]).toEqual([200, 'chrome-extension://abcdef'])
    const refused = await ask('GET', '/v1/bookmarks', 'https://app.example')
    expect([refused.status, allowed(refused)]).toEqual([401, 'https://app.example'])
    const ours = await ask('GET', '/user/get-profile', 'https://app.example', {
      authorization: `Bearer ${token}`,
    })
    expect([ours.status, allowed(ours)]).toEqual([200, null])
  })

  it('texts of the three APIs and of our own calls are stored as they were sent: nothing is captured in them, and no tag is made', async () => {
    const ada = await server.signUp()
    const words = 'Call Ann tomorrow at 9 #phone every monday starts friday'
    const send = (scheme: string, method: string, path: string, body?: object) =>
      request(server.api, method, path, body, { authorization: `${scheme} ${ada.token}` })
    const linkding = { url: 'https://x.example/1', title: words, description: words, notes: words }
    expect((await send('Token', 'POST', '/bookmarks/', linkding)).body).toMatchObject(linkding)
    const query = new URLSearchParams({ url: 'https://x.example/2', description: words, extended: words })
    expect((await send('Bearer', 'GET', `/../v1/posts/add?auth_token=${ada.token}&${query}`)).status).toBe(
      200,
    )
    const link = { type: 'link', url: 'https://x.example/3', title: words, note: words }
    expect((await send('Bearer', 'POST', '/v1/bookmarks', link)).body).toMatchObject({
      title: words,
      note: words,
    })
    const text = { type: 'text', title: words, text: words }
    expect((await send('Bearer', 'POST', '/v1/bookmarks', text)).body).toMatchObject({
      title: words,
      content: { text: words },
    })
    await ada.send('POST', '/entity/create-one', { newEntity: { type: 'todo', content: words } })
    const { data } = (
      await ada.send('POST', '/entity/get-matching-entities', {
        userIsTyping_inSearchbar: '',
        params: { page: 0, limit: 9 },
      })
    ).body
    expect(data).toHaveLength(5)
    for (const card of data) {
      expect(card.content).toContain(words)
      expect(card).toMatchObject({ tags_assigned: [] })
      for (const field of ['dueAt', 'startAt', 'recurrence']) expect(card).not.toHaveProperty(field)
    }
    expect((await send('Token', 'GET', '/tags/')).body.count).toBe(0)
  })

  it('an empty body counts as none with a content type of JSON, over our calls and those of linkding and Karakeep', async () => {
    const { token } = await server.signUp()
    const send = async (method: string, path: string, body?: object | '') => {
      const scheme = path.startsWith('/bookmarks/') ? 'Token' : 'Bearer'
      const headers = { authorization: `${scheme} ${token}`, 'content-type': 'application/json' }
      return request(server.api, method, path, body, headers)
    }
    const added = await send('POST', '/bookmarks/', { url: 'https://x.example/1' })
    const karakeep = await send('POST', '/v1/bookmarks', { type: 'link', url: 'https://x.example/2' })
    const steps: readonly [string, string, number, ''?][] = [
      ['GET', '/user/get-profile', 200],
      ['POST', '/entity/create-one', 400, ''],
      ['GET', '/bookmarks/', 200],
      ['POST', '/bookmarks/', 400, ''],
      ['POST', `/bookmarks/${added.body.id}/archive/`, 204, ''],
      ['DELETE', `/bookmarks/${added.body.id}/`, 204, ''],
      ['GET', '/v1/bookmarks', 200],
      ['POST', '/v1/bookmarks', 400, ''],
      ['DELETE', `/v1/bookmarks/${karakeep.body.id}`, 204, ''],
    ]
    for (const [method, path, status, body] of steps) {
      const answer = await send(method, path, body)
      expect([method, path, answer.status]).toEqual([method, path, status])
      expect(JSON.stringify(answer.body)).not.toContain('well-formed JSON')
    }
  })

  it('HEAD is answered like GET without a body, except for event streams and calls that change something by GET', async () => {
    const { token } = await server.signUp()
    const headers = { authorization: `Bearer ${token}` }
    for (const path of [
      '/health',
      '/openapi.json',
      '/user/get-profile',
      '/bookmarks/',
      '/v1/bookmarks',
      '/docs',
    ]) {
      const head = await fetch(server.api + path, { method: 'HEAD', headers })
      const get = await fetch(server.api + path, { headers })
      expect([path, head.status, head.headers.get('content-type'), await head.text()]).toEqual([
        path,
        200,
        get.headers.get('content-type'),
        '',
      ])
      await get.text()
    }
    const root = server.api.replace(/api$/, '')
    for (const path of ['posts/recent?', 'posts/update?format=json&', 'tags/get?', 'notes/list?']) {
      const head = await fetch(`${root}v1/${path}auth_token=ada:${token}`, { method: 'HEAD' })
      const type = path.includes('json') ? 'application/json' : 'text/xml'
      expect([path, head.status, head.headers.get('content-type'), await head.text()]).toEqual([
        path,
        200,
        expect.stringContaining(type),
        '',
      ])
    }
    for (const path of [
      'api/sync/events',
      'v1/posts/add?url=https://a.example/&description=a',
      'v1/posts/delete?url=https://a.example/',
      'v1/tags/delete?tag=a',
      'v1/tags/rename?old=a&new=b',
    ])
      expect((await fetch(root + path, { method: 'HEAD', headers })).status).toBe(404)
    expect(
      await fetch(`${server.api}/bookmarks/`, { headers }).then((answer) => answer.json()),
    ).toMatchObject({ count: 0 })
  })
})

describe.each(DATABASES)('a client of linkding on $name', ({ start }) => {
  let ada: Person
  const server = serverFor(start, { env: { CARDINAL_FREE_CARD_LIMIT: '0' } })
  beforeAll(async () => {
    ada = await server.signUp()
  })

  const send = (method: string, path: string, body?: unknown, person = ada): Promise<Answer> =>
    request(server.api, method, path, body, { authorization: `Token ${person.token}` })
  const added = async (url: string, fields: object = {}) => {
    const answer = await send('POST', '/bookmarks/?disable_scraping', { url, ...fields })
    expect(answer.status).toBe(201)
    return answer.body
  }
  const urls = async (query: string) =>
    ((await send('GET', `/bookmarks/?${query}`)).body.results as { url: string }[]).map(({ url }) => url)

  it('a client of linkding adds, reads, changes, archives and deletes a bookmark', async () => {
    const made = await added('https://a.example/1', {
      title: 'Bread & salt',
      description: 'Two lines\nof text',
      notes: 'Bake it',
      unread: true,
      shared: false,
      tag_names: ['baking', 'Slow-Food', '?'],
      date_added: '2020-09-26T09:46:23Z',
    })
    expect(made).toEqual({
      id: expect.any(Number),
      url: 'https://a.example/1',
      title: 'Bread & salt',
      description: 'Two lines\nof text',
      notes: 'Bake it',
      web_archive_snapshot_url: 'https://web.archive.org/web/2/https://a.example/1',
      favicon_url: null,
      preview_image_url: null,
      is_archived: false,
      unread: true,
      shared: false,
      tag_names: ['baking', 'Slow-Food'],
      date_added: '2020-09-26T09:46:23.000Z',
      date_modified: expect.any(String),
      website_title: null,
      website_description: null,
      renamed_tags: [{ from: '?', to: null }],
    })
    const path = `/bookmarks/${made.id}/`
    const { renamed_tags: _renamed, ...kept } = made
    expect((await send('GET', path)).body).toEqual(kept)
    const patched = await send('PATCH', path, {
      title: 'Bread',
      unread: false,
      tag_names: ['baking'],
      notes: '',
    })
    expect(patched.body).toMatchObject({
      title: 'Bread',
      description: made.description,
      notes: '',
      unread: false,
      tag_names: ['baking'],
    })
    expect((await send('POST', `${path}archive/`)).status).toBe(204)
    expect(await urls('')).toEqual([])
    expect((await send('GET', '/bookmarks/archived/')).body).toMatchObject({
      count: 1,
      results: [{ id: made.id, is_archived: true, tag_names: ['baking'] }],
    })
    expect((await send('POST', `${path}unarchive`)).status).toBe(204)
    const put = await send('PUT', path, { url: 'https://a.example/2', description: '' })
    expect(put.body).toMatchObject({ url: 'https://a.example/2', title: 'Bread', description: '' })
    expect((await send('DELETE', path)).status).toBe(204)
    expect(await send('GET', path)).toMatchObject({ status: 404, body: { detail: 'Not found.' } })
  })

  it('a link without an address is not renamed by any client, and keeps its text when it gets an address', async () => {
    const content = 'recipes.example/soup\nGrandma says: add salt'
    const { body } = await ada.send('POST', '/entity/create-one', {
      newEntity: { type: 'hyperlink', content, address: null },
    })
    const cardId = body.data._id
    const cardNow = async () =>
      (await ada.send('POST', '/entity/get-matching-entities', { userIsTyping_inSearchbar: 'grandma' })).body
        .data[0]
    const [found] = (await send('GET', '/bookmarks/?q=grandma')).body.results
    const refused = await send('PATCH', `/bookmarks/${found.id}/`, { title: 'Soup' })
    expect(refused).toMatchObject({
      status: 400,
      body: { url: ['This link has no address: send one, or change it in Cardinal.'] },
    })
    const headers = { authorization: `Bearer ${ada.token}` }
    const renamed = await request(server.api, 'PATCH', `/v1/bookmarks/${cardId}`, { title: 'Soup' }, headers)
    expect(renamed.status).toBe(400)
    expect(await cardNow()).toMatchObject({ content, address: null })
    await send('PATCH', `/bookmarks/${found.id}/`, { url: 'https://soup.example/' })
    expect(await cardNow()).toMatchObject({
      content: 'recipes.example/soup\nhttps://soup.example/\n\nGrandma says: add salt',
      address: 'https://soup.example/',
    })
  })

  it('a change by linkding, Pinboard or Karakeep is made whole or not at all, also one that exchanges all tags', async () => {
    const names = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}`)
    const made = await added('https://whole.example/', { title: 'Whole', tag_names: names('a', 60) })
    const path = `/bookmarks/${made.id}/`
    const exchanged = await send('PATCH', path, { tag_names: names('b', 60) })
    expect([exchanged.status, exchanged.body.tag_names.length]).toEqual([200, 60])
    const before = (await send('GET', path)).body
    for (const refused of [
      await send('PATCH', path, { title: 'New', tag_names: names('c', 101) }),
      await send('PATCH', path, { description: 'New', unread: true, tag_names: names('b', 100) }),
      await send('POST', '/bookmarks/', { url: before.url, title: 'New', tag_names: names('c', 101) }),
    ])
      expect(refused.status).toBe(400)
    expect((await send('GET', path)).body).toEqual(before)
    const full = { url: 'https://whole.example/full', tag_names: names('d', 100), unread: true }
    expect((await send('POST', '/bookmarks/', full)).status).toBe(400)
    expect(await urls('q=whole.example/full')).toEqual([])

    const tags = names('e', 101).join(' ')
    const pinboard = new URLSearchParams({ url: before.url, description: 'New', tags, format: 'json' })
    const root = server.api.replace(/api$/, '')
    const headers = { authorization: `Bearer ${ada.token}` }
    await fetch(`${root}v1/posts/add?${pinboard}`, { headers })
    expect((await send('GET', path)).body).toEqual(before)

    const ask = (method: string, at: string, body: unknown) => request(server.api, method, at, body, headers)
    const note = (await ask('POST', '/v1/bookmarks', { type: 'text', title: 'Note', text: 'Text' })).body
    const attached = await ask('POST', `/v1/bookmarks/${note.id}/tags`, {
      tags: names('f', 100).map((tagName) => ({ tagName })),
    })
    expect(attached.status).toBe(200)
    const edited = await ask('PATCH', `/v1/bookmarks/${note.id}`, { title: 'New', favourited: true })
    expect(edited.status).toBe(400)
    expect((await ask('GET', `/v1/bookmarks/${note.id}`, undefined)).body.title).toBe('Note')
  })

  it('a client of linkding that adds an existing address changes that bookmark, and can not change another to it', async () => {
    const [first, other] = [await added('https://b.example/1'), await added('https://b.example/2')]
    expect(
      await added('http://www.b.example/1/?utm_source=x', { title: 'Again', tag_names: ['b'] }),
    ).toMatchObject({
      id: first.id,
      title: 'Again',
      tag_names: ['b'],
    })
    const refused = await send('PATCH', `/bookmarks/${other.id}/`, { url: 'https://b.example/1' })
    expect(refused).toMatchObject({
      status: 400,
      body: { url: ['A bookmark with this URL already exists.'] },
    })
  })

  it('a client of linkding that checks an address gets its bookmark, and tags from earlier cards', async () => {
    for (const n of [1, 2, 3]) await added(`https://rust.example/${n}`, { tag_names: ['rust'] })
    const fresh = await send('GET', `/bookmarks/check/?url=${encodeURIComponent('https://rust.example/9')}`)
    expect(fresh.body).toMatchObject({
      bookmark: null,
      metadata: { url: 'https://rust.example/9', title: null },
    })
    expect(fresh.body.auto_tags).toContain('rust')
    const known = await send(
      'GET',
      `/bookmarks/check/?url=${encodeURIComponent('https://www.rust.example/1')}`,
    )
    expect(known.body.bookmark).toMatchObject({ url: 'https://rust.example/1', tag_names: ['rust'] })
  })

  it('a client of linkding lists bookmarks by words, tags, times and bundles, in pages', async () => {
    const bob = await server.signUp()
    const make = (url: string, fields: object) => send('POST', '/bookmarks/', { url, ...fields }, bob)
    await make('https://c.example/1', {
      title: 'Salt',
      tag_names: ['x', 'y'],
      date_added: '2024-01-01T00:00:00Z',
    })
    await make('https://c.example/2', {
      title: 'Sugar',
      tag_names: ['x'],
      date_added: '2024-02-01T00:00:00Z',
    })
    await make('https://c.example/3', { title: 'Flour', unread: true, date_added: '2024-03-01T00:00:00Z' })
    const found = async (query: string) => {
      const { body } = await send('GET', `/bookmarks/?${query}`, undefined, bob)
      return (body.results as { url: string }[]).map(({ url }) => url.slice(-1)).join('')
    }
    const q = (text: string) => found(`q=${encodeURIComponent(text)}`)
    expect(await q('#x')).toBe('21')
    expect(await q('#x not #y')).toBe('2')
    expect(await q('salt or (flour and !unread)')).toBe('31')
    expect(await q('!untagged')).toBe('')
    expect(await found('added_since=2024-01-15T00:00:00Z')).toBe('32')
    expect(await found('modified_since=2100-01-01T00:00:00Z')).toBe('')
    const page = (await send('GET', '/bookmarks/?limit=1&offset=1', undefined, bob)).body
    expect(page).toMatchObject({ count: 3, results: [{ url: 'https://c.example/2' }] })
    expect([page.next, page.previous].map((address) => new URL(address).search)).toEqual([
      '?limit=1&offset=2',
      '?limit=1&offset=0',
    ])
    const bundle = (await send('POST', '/bundles/', { name: 'n', any_tags: 'x z', excluded_tags: 'y' }, bob))
      .body
    expect(bundle).toMatchObject({ id: expect.any(Number), search: '(tag:x | tag:z), -tag:y', order: 0 })
    expect(await found(`bundle=${bundle.id}`)).toBe('2')
    const changed = (await send('PATCH', `/bundles/${bundle.id}/`, { search: 'salt' }, bob)).body
    expect((await send('GET', '/bundles/', undefined, bob)).body).toMatchObject({
      count: 1,
      results: [{ id: changed.id, search: 'salt' }],
    })
    expect(await found(`bundle=${bundle.id}`).catch(() => 'none')).toBe('none')
    expect((await send('DELETE', `/bundles/${changed.id}/`, undefined, bob)).status).toBe(204)
    expect(accepted(await bob.call(calls.getGlobalSettings, {})).data).toMatchObject({
      saved_searches: [],
    })
  })

  it('a client of linkding lists, creates and deletes tags, and reads the profile', async () => {
    const eve = await server.signUp()
    const made = await send('POST', '/tags/', { name: 'Slow food' }, eve)
    expect(made).toMatchObject({ status: 201, body: { name: 'Slow-food' } })
    expect((await send('POST', '/tags/', { name: 'slow-food' }, eve)).body.id).toBe(made.body.id)
    expect((await send('GET', '/tags/?limit=5000', undefined, eve)).body).toMatchObject({
      count: 1,
      results: [{ id: made.body.id, name: 'Slow-food' }],
    })
    await send('POST', '/bookmarks/', { url: 'https://d.example', tag_names: ['slow-food'] }, eve)
    expect((await send('GET', '/bookmarks/', undefined, eve)).body.results[0].tag_names).toEqual([
      'Slow-food',
    ])
    expect((await send('DELETE', `/tags/${made.body.id}/`, undefined, eve)).status).toBe(204)
    expect((await send('GET', `/tags/${made.body.id}/`, undefined, eve)).status).toBe(404)
    expect((await send('GET', '/user/profile/', undefined, eve)).body).toMatchObject({ theme: 'auto' })
  })

  it('a client of linkding gets as many bookmarks as it asks for, and the next page starts after them', async () => {
    const zoe = await server.signUp()
    const rows = Array.from({ length: 2_300 }, (_, n) => `Row ${n},https://z.example/${n}`).join('\n')
    const text = `title,url\n${rows}\n`
    const upload = {
      authorization: `Bearer ${zoe.token}`,
      'content-type': 'text/csv',
      'idempotency-key': 'rows',
    }
    expect((await request(server.api, 'POST', '/import', text, upload)).body).toMatchObject({
      data: { created: 2_300 },
    })
    const all = (await send('GET', '/bookmarks/?limit=100000', undefined, zoe)).body
    expect([all.count, all.results.length, all.next]).toEqual([2_300, 2_300, null])
    expect(new Set(all.results.map(({ url }: { url: string }) => url)).size).toBe(2_300)
    const page = (await send('GET', '/bookmarks/?limit=1500', undefined, zoe)).body
    expect(new URL(page.next).search).toBe('?limit=1500&offset=1500')
    const rest = (await send('GET', '/bookmarks/?limit=1500&offset=1500', undefined, zoe)).body
    expect([rest.results.length, rest.next]).toEqual([800, null])
    expect([...page.results, ...rest.results]).toEqual(all.results)
    const since = (
      await send('GET', '/bookmarks/?limit=2000&added_since=2020-01-01T00:00:00Z', undefined, zoe)
    ).body
    expect([since.count, since.results.length]).toEqual([2_300, 2_000])
  })

  it('a client of linkding gets empty lists of shared bookmarks and files, and is told which tags got another name', async () => {
    expect((await send('GET', '/bookmarks/shared/')).body).toEqual({
      count: 0,
      next: null,
      previous: null,
      results: [],
    })
    const made = await added('https://a.example/tags', {
      tag_names: ['C++', '🍞', '***', 'plain', 'slow-food'],
    })
    expect(made.renamed_tags).toEqual([
      { from: 'C++', to: 'cplusplus' },
      { from: '🍞', to: 'bread' },
      { from: '***', to: null },
    ])
    expect(made.tag_names).toEqual(['C++', '🍞', 'plain', 'Slow-Food'])
    const path = `/bookmarks/${made.id}`
    const patched = await send('PATCH', `${path}/`, { tag_names: ['plain'] })
    expect(patched.body.renamed_tags).toBeUndefined()
    expect((await send('GET', `${path}/assets/`)).body).toMatchObject({ count: 0, results: [] })
    for (const file of [`${path}/assets/1/`, `${path}/assets/1/download/`, '/bookmarks/999999/assets/'])
      expect([file, (await send('GET', file)).status]).toEqual([file, 404])
    const form = new FormData()
    form.set('file', new Blob(['<p>']), 'page.html')
    const refused = await fetch(`${server.api}${path}/assets/upload/`, {
      method: 'POST',
      headers: { authorization: `Token ${ada.token}` },
      body: form,
    })
    expect([refused.status, await refused.json()]).toEqual([403, { error: 'Asset upload is disabled.' }])
  })

  it('a client of linkding keeps tags with similar names apart, finds a nested one by its parent, and gets each back as sent', async () => {
    const kim = await server.signUp()
    const tag_names = ['home', '!home', 'software/android', '❤️', 'C++', 'a'.repeat(80), '!archived']
    const kept = tag_names.map((name) => name.slice(0, 50))
    const post = () => send('POST', '/bookmarks/', { url: 'https://k.example', tag_names }, kim)
    const { body: made } = await post()
    expect(made.tag_names.toSorted()).toEqual(kept.toSorted())
    expect(made.is_archived).toBe(false)
    expect(made.renamed_tags).toEqual([
      { from: '!home', to: 'home-2' },
      { from: 'software/android', to: 'software-android' },
      { from: '❤️', to: 'red-heart' },
      { from: 'C++', to: 'cplusplus' },
      { from: 'a'.repeat(80), to: 'a'.repeat(50) },
      { from: '!archived', to: 'archived-2' },
    ])
    const tags = async () => (await send('GET', '/tags/', undefined, kim)).body.results
    const names = (await tags()).map(({ name }: { name: string }) => name)
    expect(names.toSorted()).toEqual([...kept, 'software'].toSorted())
    expect((await post()).body.tag_names.toSorted()).toEqual(kept.toSorted())
    await send('PATCH', `/bookmarks/${made.id}/`, { tag_names: [...tag_names].reverse() }, kim)
    expect(await tags()).toHaveLength(names.length)
    for (const tag of [...kept, 'software']) {
      const q = encodeURIComponent(`#${tag}`)
      expect([tag, (await send('GET', `/bookmarks/?q=${q}`, undefined, kim)).body.count]).toEqual([tag, 1])
    }
    await send('PATCH', `/bookmarks/${made.id}/`, { tag_names: ['!home'], title: 'x' }, kim)
    expect((await send('GET', `/bookmarks/${made.id}/`, undefined, kim)).body.tag_names).toEqual(['!home'])
    const home = await send('POST', '/tags/', { name: 'home/garden' }, kim)
    expect(home).toMatchObject({ status: 201, body: { name: 'home/garden' } })
  })

  it('a client of linkding can not see bookmarks of others, and invalid calls are refused in linkding’s form', async () => {
    const { id } = await added('https://e.example')
    const eve = await server.signUp()
    expect((await send('GET', `/bookmarks/${id}/`, undefined, eve)).status).toBe(404)
    expect((await send('DELETE', `/bookmarks/${id}/`, undefined, eve)).status).toBe(404)
    const nobody = await request(server.api, 'GET', '/bookmarks/', undefined, {
      authorization: 'Token nothing',
    })
    expect(nobody).toMatchObject({ status: 401, body: { detail: 'Invalid token.' } })
    const token = (scope: 'read' | 'add') =>
      ada
        .send('POST', '/user/create-token', { name: scope, scope })
        .then(({ body }) => body.data.token as string)
    const as = async (secret: string, method: string, path: string, body?: unknown) =>
      (await request(server.api, method, path, body, { authorization: `Token ${secret}` })).status
    const [reading, adding] = [await token('read'), await token('add')]
    expect(await as(reading, 'GET', '/bookmarks/?limit=1')).toBe(200)
    expect(await as(reading, 'POST', '/bookmarks/', { url: 'https://e.example/2' })).toBe(403)
    expect(await as(adding, 'GET', '/bookmarks/')).toBe(403)
    const refusals = [
      ['POST', '/bookmarks/', {}, 'url'],
      ['POST', '/bookmarks/', { url: 'javascript:alert(1)' }, 'url'],
      ['POST', '/bookmarks/', { url: 'https://e.example', tag_names: 'a b' }, 'tag_names'],
      ['POST', '/bookmarks/', { url: 'https://e.example', title: 'x'.repeat(513) }, 'title'],
      ['POST', '/bookmarks/', { url: 'https://e.example', notes: 'x'.repeat(5_001) }, 'notes'],
      ['POST', '/bundles/', {}, 'name'],
      ['POST', '/bundles/', { name: ' ' }, 'name'],
      ['POST', '/bundles/', { name: 'All' }, 'search'],
      ['GET', `/bookmarks/?q=${'x'.repeat(1_001)}`, undefined, 'q'],
      ['GET', '/bookmarks/check/', undefined, 'url'],
    ] as const
    for (const [method, path, body, field] of refusals) {
      const answer = await send(method, path, body)
      expect([path, answer.status, Object.keys(answer.body)]).toEqual([path, 400, [field, 'request_id']])
    }
    for (const query of ['limit=-1', 'limit=0', 'limit=x', 'limit=99999999', 'offset=-1', 'offset=x'])
      expect((await send('GET', `/bookmarks/?${query}`)).status, query).toBe(200)
    expect((await send('GET', '/bookmarks/99999999999/')).status).toBe(404)
    expect((await send('POST', '/bookmarks/', '{"url"')).status).toBe(400)
  })
})

describe('a search of linkding', () => {
  it.each([
    ['salt sugar', 'salt, sugar'],
    ['salt AND #x', 'salt, tag:x'],
    ['a or b c', '(a | (b, c))'],
    ['(a or b) c', '(a | b), c'],
    ['not (a b)', '-(a, b)'],
    ['"two words" c++', '"two words", "c++"'],
    ['!unread !untagged', 'tag:unread, tags:0'],
    [') ( or and not', ''],
    ['a, -b', '"a,", "-b"'],
    ['#', ''],
  ])('the linkding search %j is translated to %j', (text, search) =>
    expect(searchFromLinkding(text, (name) => name)).toBe(search),
  )

  it('a search of linkding is translated without delay, however deeply it is nested', () => {
    expect(searchFromLinkding('('.repeat(1_000), (name) => name)).toBe('')
    expect(searchFromLinkding(`${'(a '.repeat(250)}`, (name) => name)).toContain('a')
  })
})
