import { calls } from '@cardinal/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { searchFromLinkding } from '../../src/other-apis/search-text.ts'
import { type Answer, accepted, type Person, request, serverFor } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

describe.each(DATABASES)('a client of linkding on $name', ({ start }) => {
  let ada: Person
  const server = serverFor(start)
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
      tag_names: ['baking', 'slow-food'],
      date_added: '2020-09-26T09:46:23.000Z',
      date_modified: expect.any(String),
      website_title: null,
      website_description: null,
    })
    const path = `/bookmarks/${made.id}/`
    expect((await send('GET', path)).body).toEqual(made)
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

  it('a client of linkding changes the bookmark of an address that is there, and refuses two of one address', async () => {
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

  it('a client of linkding checks an address: its bookmark, and tags from history', async () => {
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

  it('a client of linkding lists by words, tags, times and bundles, in pages', async () => {
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

  it('a client of linkding lists, makes and deletes tags, and tells the profile', async () => {
    const eve = await server.signUp()
    const made = await send('POST', '/tags/', { name: 'Slow food' }, eve)
    expect(made).toMatchObject({ status: 201, body: { name: 'slow-food' } })
    expect((await send('POST', '/tags/', { name: 'slow-food' }, eve)).body.id).toBe(made.body.id)
    expect((await send('GET', '/tags/?limit=5000', undefined, eve)).body).toMatchObject({
      count: 1,
      results: [{ id: made.body.id, name: 'slow-food' }],
    })
    await send('POST', '/bookmarks/', { url: 'https://d.example', tag_names: ['slow-food'] }, eve)
    expect((await send('GET', '/bookmarks/', undefined, eve)).body.results[0].tag_names).toEqual([
      'slow-food',
    ])
    expect((await send('DELETE', `/tags/${made.body.id}/`, undefined, eve)).status).toBe(204)
    expect((await send('GET', `/tags/${made.body.id}/`, undefined, eve)).status).toBe(404)
    expect((await send('GET', '/user/profile/', undefined, eve)).body).toMatchObject({ theme: 'auto' })
  })

  it('a client of linkding lets nobody else in, and refuses what is malformed with linkding’s shapes', async () => {
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
      ['GET', '/bookmarks/?limit=-1', undefined, 'limit'],
      ['GET', `/bookmarks/?q=${'x'.repeat(1_001)}`, undefined, 'q'],
      ['GET', '/bookmarks/check/', undefined, 'url'],
    ] as const
    for (const [method, path, body, field] of refusals) {
      const answer = await send(method, path, body)
      expect([path, answer.status, Object.keys(answer.body)]).toEqual([path, 400, [field, 'request_id']])
    }
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
  ])('%j is %j', (text, search) => expect(searchFromLinkding(text, (name) => name)).toBe(search))

  it('a search of linkding is translated in time, however deep it is', () => {
    expect(searchFromLinkding('('.repeat(1_000), (name) => name)).toBe('')
    expect(searchFromLinkding(`${'(a '.repeat(250)}`, (name) => name)).toContain('a')
  })
})
