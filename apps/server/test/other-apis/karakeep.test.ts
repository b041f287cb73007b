import { createRequire } from 'node:module'
import { createKarakeepClient } from '@karakeep/sdk'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { describe, expect, it } from 'vitest'
import { searchFromKarakeep } from '../../src/other-apis/search-text.ts'
import { type Person, request, serverFor } from '../support/node.ts'
import { startSqlite } from '../support/stores.ts'

const server = serverFor(startSqlite)

const tokenOf = async (person: Person, scope = 'write'): Promise<string> =>
  (await person.send('POST', '/user/create-token', { name: 'karakeep', scope })).body.data.token
const clientOf = (token: string) =>
  createKarakeepClient({ baseUrl: `${server.api}/v1/`, headers: { authorization: `Bearer ${token}` } })
const start = async () => {
  const ada = await server.signUp()
  const token = await tokenOf(ada)
  return { ada, token, client: clientOf(token) }
}
type KarakeepClient = ReturnType<typeof clientOf>
const addLink = async (client: KarakeepClient, url: string, more: object = {}) => {
  const added = await client.POST('/bookmarks', { body: { type: 'link', url, ...more } })
  if (added.data === undefined) throw new Error(JSON.stringify(added.error))
  return added.data
}

describe('@karakeep/sdk, unmodified', () => {
  it('the SDK of Karakeep adds a link once, reads it, changes its fields and deletes it', async () => {
    const { ada, client } = await start()
    const sent = {
      title: 'Bread',
      note: 'for Sunday',
      summary: 'With rye.',
      createdAt: '2024-01-01T10:00:00.000Z',
      favourited: true,
    }
    const added = await client.POST('/bookmarks', {
      body: { type: 'link', url: 'https://example.org/bread', ...sent },
    })
    expect(added.response.status).toBe(201)
    const shown = {
      title: 'Bread',
      note: 'for Sunday',
      summary: 'With rye.',
      createdAt: '2024-01-01T10:00:00.000Z',
      favourited: true,
      archived: false,
      tags: [],
      assets: [],
      userId: ada.userId,
      content: { type: 'link', url: 'https://example.org/bread' },
    }
    expect(added.data).toMatchObject(shown)
    const bookmarkId = added.data?.id ?? ''
    const path = { bookmarkId }
    expect(added.data).toMatchObject({ alreadyExists: false })
    const again = await client.POST('/bookmarks', {
      body: { type: 'link', url: 'https://example.org/bread', title: 'Another' },
    })
    expect([again.response.status, again.data]).toMatchObject([
      200,
      { id: bookmarkId, title: 'Bread', alreadyExists: true },
    ])
    const found = await client.GET('/bookmarks/{bookmarkId}', { params: { path } })
    expect(found.data).toMatchObject(shown)
    const checked = await client.GET('/bookmarks/check-url', {
      params: { query: { url: 'https://example.org/bread' } },
    })
    expect(checked.data).toEqual({ bookmarkId })
    // Karakeep ignores only the fragment and a trailing slash.
    for (const [url, id] of [
      ['https://example.org/bread/', bookmarkId],
      ['https://example.org/bread#crust', bookmarkId],
      ['https://www.example.org/bread', null],
      ['http://example.org/bread', null],
      ['https://example.org/bread?utm_source=letter', null],
      ['https://example.org/bread?', null],
      ['bread', null],
    ] as const) {
      const { data } = await client.GET('/bookmarks/check-url', { params: { query: { url } } })
      expect([url, data]).toEqual([url, { bookmarkId: id }])
    }

    const changed = await client.PATCH('/bookmarks/{bookmarkId}', {
      params: { path },
      body: { title: null, note: '', archived: true, favourited: false },
    })
    expect(changed.data).toMatchObject({
      title: null,
      note: null,
      summary: 'With rye.',
      archived: true,
      favourited: false,
    })
    const [card] = (await ada.send('POST', '/entity/get-specific', { entity_ids: [bookmarkId] })).body.data
    expect(card.content).toContain('https://example.org/bread')
    expect(card.titles).toEqual([])
    const refused = await client.PATCH('/bookmarks/{bookmarkId}', {
      params: { path },
      body: { createdAt: '2020-01-01T00:00:00.000Z' },
    })
    expect(refused.error).toMatchObject({ message: 'createdAt: this cannot be kept here' })

    expect((await client.DELETE('/bookmarks/{bookmarkId}', { params: { path } })).response.status).toBe(204)
    expect((await client.GET('/bookmarks/{bookmarkId}', { params: { path } })).response.status).toBe(404)
    expect((await ada.send('POST', '/entity/restore-many', { entity_ids: [bookmarkId] })).status).toBe(200)
  })

  it('the SDK of Karakeep stores texts as notes, with the first line as the title, and never sees todos', async () => {
    const { ada, client } = await start()
    const added = await client.POST('/bookmarks', {
      body: { type: 'text', title: 'Soup', text: 'Water.\nSalt.', archived: true, note: 'mild' },
    })
    const bookmarkId = added.data?.id ?? ''
    expect(added.data).toMatchObject({
      title: 'Soup',
      archived: true,
      note: 'mild',
      content: { type: 'text', text: 'Water.\nSalt.' },
    })
    const params = { path: { bookmarkId } }
    const changed = await client.PATCH('/bookmarks/{bookmarkId}', {
      params,
      body: { text: 'Only water.', archived: false },
    })
    expect(changed.data).toMatchObject({ title: 'Soup', archived: false, content: { text: 'Only water.' } })
    const [card] = (await ada.send('POST', '/entity/get-specific', { entity_ids: [bookmarkId] })).body.data
    expect([card.type, card.content]).toEqual(['note', 'Soup\n\nOnly water.'])
    const todo = await ada.send('POST', '/entity/create-one', {
      newEntity: { type: 'todo', content: 'Soup' },
    })
    const { _id } = todo.body.data
    expect(
      (await client.GET('/bookmarks/{bookmarkId}', { params: { path: { bookmarkId: _id } } })).response
        .status,
    ).toBe(404)
    const all = await client.GET('/bookmarks', {})
    expect(all.data?.bookmarks.map(({ id }) => id)).toEqual([bookmarkId])
  })

  it('the SDK of Karakeep lists bookmarks in pages, newest or oldest first, by archive and favourites', async () => {
    const { client } = await start()
    for (let n = 1; n <= 5; n++)
      await addLink(client, `https://example.org/${n}`, {
        createdAt: `2024-01-0${n}T00:00:00.000Z`,
        archived: n === 2,
        favourited: n > 3,
      })
    const numbers = async (query: object): Promise<(string | undefined)[]> => {
      const { data } = await client.GET('/bookmarks', { params: { query } })
      return (data?.bookmarks ?? []).map(({ content }) => (content.type === 'link' ? content.url.at(-1) : ''))
    }
    expect(await numbers({})).toEqual(['5', '4', '3', '2', '1'])
    expect(await numbers({ sortOrder: 'asc' })).toEqual(['1', '2', '3', '4', '5'])
    expect(await numbers({ archived: false })).toEqual(['5', '4', '3', '1'])
    expect(await numbers({ archived: true })).toEqual(['2'])
    expect(await numbers({ favourited: true })).toEqual(['5', '4'])
    const all = await numbers({})
    for (const isDeleting of [false, true]) {
      const seen: (string | undefined)[] = []
      let cursor: string | null | undefined
      do {
        const query = { limit: 2, ...(cursor && { cursor }) }
        const { data } = await client.GET('/bookmarks', { params: { query } })
        for (const { id, content } of data?.bookmarks ?? []) {
          seen.push(content.type === 'link' ? content.url.at(-1) : '')
          if (isDeleting)
            await client.DELETE('/bookmarks/{bookmarkId}', { params: { path: { bookmarkId: id } } })
        }
        cursor = data?.nextCursor
      } while (cursor)
      expect(seen).toEqual(all)
    }
    expect(await numbers({})).toEqual([])
  })

  it('pages of bookmarks from one millisecond contain each once, while others are added and deleted', async () => {
    const { client } = await start()
    const createdAt = '2024-01-01T00:00:00.000Z'
    const ids = new Set<string>()
    for (let n = 0; n < 5; n++)
      ids.add((await addLink(client, `https://example.org/same/${n}`, { createdAt })).id)
    const first = await client.GET('/bookmarks', { params: { query: { limit: 2 } } })
    const cursor = first.data?.nextCursor ?? ''
    expect(cursor).toMatch(/^[0-9a-f]{24}_2024-01-01T00:00:00\.000Z$/)
    await addLink(client, 'https://example.org/later')
    // The cursor names the first bookmark of the next page, which may have been deleted.
    const bookmarkId = cursor.slice(0, 24)
    await client.DELETE('/bookmarks/{bookmarkId}', { params: { path: { bookmarkId } } })
    const rest = await client.GET('/bookmarks', { params: { query: { limit: 100, cursor } } })
    const seen = [...(first.data?.bookmarks ?? []), ...(rest.data?.bookmarks ?? [])].map(({ id }) => id)
    ids.delete(bookmarkId)
    expect(seen.toSorted()).toEqual([...ids].toSorted())
  })

  it('addresses that differ by www, a slash or utm parameters are separate bookmarks, as in browsers', async () => {
    const { client } = await start()
    const urls = ['https://example.org/a', 'https://www.example.org/a', 'https://example.org/a/']
    urls.push('https://example.org/a?utm_source=x', 'http://example.org/a')
    const ids = new Set<string>()
    for (const url of urls) ids.add((await addLink(client, url)).id)
    expect(ids.size).toBe(urls.length)
    const moved = await client.PATCH('/bookmarks/{bookmarkId}', {
      params: { path: { bookmarkId: [...ids][0] ?? '' } },
      body: { url: 'https://www.example.org/a/' },
    })
    expect(moved.data).toMatchObject({ content: { url: 'https://www.example.org/a/' } })
  })

  it('Karakeep’s API attaches tags by name or id, lists tags with their counts, renames and deletes them', async () => {
    const { client } = await start()
    const bread = await addLink(client, 'https://example.org/bread')
    const soup = await addLink(client, 'https://example.org/soup')
    const path = { bookmarkId: bread.id }
    const attached = await client.POST('/bookmarks/{bookmarkId}/tags', {
      params: { path },
      body: { tags: [{ tagName: 'Slow food' }, { tagName: 'baking' }] },
    })
    expect(attached.data?.attached).toHaveLength(2)
    const [slow = ''] = attached.data?.attached ?? []
    await client.POST('/bookmarks/{bookmarkId}/tags', {
      params: { path: { bookmarkId: soup.id } },
      body: { tags: [{ tagId: slow }] },
    })
    const shown = await client.GET('/bookmarks/{bookmarkId}', { params: { path } })
    expect(shown.data?.tags).toMatchObject([
      { id: slow, name: 'Slow food', attachedBy: 'human' },
      { name: 'baking' },
    ])
    const tags = await client.GET('/tags', { params: { query: { nameContains: 'slow' } } })
    expect(tags.data).toMatchObject({
      tags: [{ id: slow, name: 'Slow food', numBookmarks: 2 }],
      nextCursor: null,
    })
    const tagged = await client.GET('/tags/{tagId}/bookmarks', { params: { path: { tagId: slow } } })
    expect(tagged.data?.bookmarks.map(({ id }) => id).toSorted()).toEqual([bread.id, soup.id].toSorted())
    const detached = await client.DELETE('/bookmarks/{bookmarkId}/tags', {
      params: { path },
      body: { tags: [{ tagName: 'Slow food' }, { tagName: 'no such tag' }] },
    })
    expect(detached.data).toEqual({ detached: [slow] })
    const made = await client.POST('/tags', { body: { name: 'Garden' } })
    expect([made.response.status, made.data?.name]).toEqual([201, 'Garden'])
    const tagId = made.data?.id ?? ''
    const renamed = await client.PATCH('/tags/{tagId}', {
      params: { path: { tagId } },
      body: { name: 'Plants' },
    })
    expect(renamed.data).toEqual({ id: tagId, name: 'Plants' })
    expect((await client.DELETE('/tags/{tagId}', { params: { path: { tagId } } })).response.status).toBe(204)
    expect((await client.GET('/tags/{tagId}', { params: { path: { tagId } } })).response.status).toBe(404)
  })

  it('Karakeep’s API leaves no tag out while a client lists and deletes tags by pages', async () => {
    const { client } = await start()
    const params = { path: { bookmarkId: (await addLink(client, 'https://example.org/bread')).id } }
    const names = Array.from({ length: 9 }, (_, n) => `tag ${n}`)
    for (const [n, name] of names.entries())
      if (n % 3 === 0)
        await client.POST('/bookmarks/{bookmarkId}/tags', { params, body: { tags: [{ tagName: name }] } })
      else await client.POST('/tags', { body: { name } })
    for (const sort of ['name', 'usage'] as const) {
      const seen: string[] = []
      for (let cursor: string | null | undefined, isOver = false; !isOver; isOver = cursor === null) {
        const query = { sort, limit: 2, ...(cursor && { cursor }) }
        const page = (await client.GET('/tags', { params: { query } })).data
        seen.push(...(page?.tags ?? []).map(({ name }) => name))
        cursor = page?.nextCursor ?? null
        if (sort === 'usage')
          for (const { id } of page?.tags ?? [])
            await client.DELETE('/tags/{tagId}', { params: { path: { tagId: id } } })
      }
      expect(seen.toSorted(), sort).toEqual(names)
    }
    expect((await client.GET('/tags', {})).data).toEqual({ tags: [], nextCursor: null })
  })

  it('Karakeep’s API keeps tags with similar names apart, and returns each as it was sent', async () => {
    const { client } = await start()
    const { id: bookmarkId } = await addLink(client, 'https://example.org/games')
    const params = { path: { bookmarkId } }
    const names = async () =>
      (await client.GET('/bookmarks/{bookmarkId}', { params })).data?.tags.map(({ name }) => name).toSorted()
    for (const tagName of ['play', '!play', 'slow-food', 'slow food', 'a/b', '!play'])
      await client.POST('/bookmarks/{bookmarkId}/tags', { params, body: { tags: [{ tagName }] } })
    expect(await names()).toEqual(['!play', 'a/b', 'play', 'slow food', 'slow-food'])
    const gone = [{ tagName: '!play' }, { tagName: '?play' }]
    await client.DELETE('/bookmarks/{bookmarkId}/tags', { params, body: { tags: gone } })
    expect(await names()).toEqual(['a/b', 'play', 'slow food', 'slow-food'])
    const made = await client.POST('/tags', { body: { name: 'play!' } })
    expect([made.response.status, made.data?.name]).toEqual([201, 'play!'])
    const refused = await client.POST('/tags', { body: { name: '!?' } })
    expect(refused.error).toMatchObject({ message: 'name: A tag needs a letter or a digit.' })
  })

  it('the SDK of Karakeep manages lists, which are tags of the group lists: nested, renamed, moved and deleted', async () => {
    const { ada, client } = await start()
    const make = async (name: string, parentId: string | null = null) => {
      const made = await client.POST('/lists', { body: { name, icon: '📔', type: 'manual', parentId } })
      expect([name, made.response.status]).toEqual([name, 201])
      return made.data?.id ?? ''
    }
    const treeOf = async () => {
      const { data } = await client.GET('/lists', {})
      const byId = new Map(data?.lists.map((list) => [list.id, list]))
      return [...byId.values()].map(({ name, parentId }) => [name, byId.get(parentId ?? '')?.name]).toSorted()
    }
    await client.POST('/tags', { body: { name: 'work' } })
    const root = await make('Bookmarks bar')
    const work = await make('Work', root)
    const [one, two] = await Promise.all([make('Misc', root), make('Misc', work)])
    const comma = await make('-Bread, soup & C++', work)
    expect(await treeOf()).toEqual(
      [
        ['-Bread, soup & C++', 'Work'],
        ['Bookmarks bar', undefined],
        ['Misc', 'Bookmarks bar'],
        ['Misc', 'Work'],
        ['Work', 'Bookmarks bar'],
      ].toSorted(),
    )
    expect((await client.GET('/tags', {})).data?.tags.map(({ name }) => name)).toEqual(['work'])

    const bread = await addLink(client, 'https://example.org/bread', { title: 'Bread' })
    const inList = (listId: string, bookmarkId = bread.id) => ({ params: { path: { listId, bookmarkId } } })
    for (let n = 0; n < 2; n++)
      expect((await client.PUT('/lists/{listId}/bookmarks/{bookmarkId}', inList(two))).response.status).toBe(
        204,
      )
    const held = async (listId: string) => {
      const { data } = await client.GET('/lists/{listId}/bookmarks', { params: { path: { listId } } })
      return data?.bookmarks.map(({ title, tags }) => [title, tags])
    }
    expect([await held(one), await held(two), await held(work)]).toEqual([[], [['Bread', []]], []])
    const holding = await client.GET('/bookmarks/{bookmarkId}/lists', {
      params: { path: { bookmarkId: bread.id } },
    })
    expect(holding.data?.lists).toMatchObject([{ id: two, name: 'Misc', type: 'manual', parentId: work }])
    // In Cardinal a nested tag is also found by its parent.
    const found = await ada.send('POST', '/entity/get-matching-entities', {
      userIsTyping_inSearchbar: 'tag:bookmarks bar',
    })
    expect(found.body.total_in_db).toBe(1)

    const change = (listId: string, body: { name?: string; parentId?: string | null }) =>
      client.PATCH('/lists/{listId}', { params: { path: { listId } }, body })
    expect((await change(two, { name: 'Café ☕', parentId: root })).data).toMatchObject({
      id: two,
      name: 'Café ☕',
      parentId: root,
    })
    expect((await change(one, { parentId: null })).data).toMatchObject({ name: 'Misc', parentId: null })
    expect((await change(comma, { name: 'misc' })).data).toMatchObject({ name: 'misc', parentId: work })
    expect((await change(root, { parentId: work })).response.status).toBe(400)
    expect((await change(root, { parentId: bread.id })).response.status).toBe(404)
    expect((await change('7', { name: 'x' })).response.status).toBe(404)
    expect(await held(two)).toHaveLength(1)

    const remove = (listId: string) => client.DELETE('/lists/{listId}/bookmarks/{bookmarkId}', inList(listId))
    expect((await remove(two)).response.status).toBe(204)
    expect([(await remove(two)).response.status, (await remove(bread.id)).response.status]).toEqual([
      400, 404,
    ])
    expect(
      (await client.DELETE('/lists/{listId}', { params: { path: { listId: work } } })).response.status,
    ).toBe(204)
    expect(await treeOf()).toEqual([
      ['Bookmarks bar', undefined],
      ['Café ☕', 'Bookmarks bar'],
      ['Misc', undefined],
      ['misc', undefined],
    ])
    for (const body of [{ icon: 'x' }, { name: '', icon: 'x' }, { name: 'x'.repeat(101), icon: 'x' }])
      expect((await client.POST('/lists', { body: body as never })).response.status).toBe(400)
  })

  it('lists whose parents form a circle are all reached from the top', async () => {
    const { ada, client } = await start()
    const tags = (
      await ada.send('POST', '/tag/create-many-from-keyword', {
        frontendGeneratedTags: ['a', 'b', 'c'].map((tag_name) => ({ tag_name })),
      })
    ).body.data.map(({ _id }: { _id: string }) => _id)
    const [a, b, c] = tags
    await ada.send('POST', '/tag/create-many-groups-from-searchword', {
      searchwords: ['lists'],
      tag_ids: tags,
    })
    for (const [tag, parent] of [
      [a, b],
      [b, a],
      [c, a],
    ])
      await ada.send('POST', '/tag/add-parents', { tag_ids: [tag], parent_tag_ids: [parent] })
    const { data } = await client.GET('/lists', {})
    const parentOf = new Map(data?.lists.map(({ id, parentId }) => [id, parentId]))
    expect([...parentOf.values()].filter((parent) => parent === null)).toHaveLength(1)
    expect(parentOf.get(c)).toBe(a)
  })

  it('the SDK of Karakeep searches in Karakeep’s language, and stores searches as smart lists', async () => {
    const { client } = await start()
    const bread = await addLink(client, 'https://example.org/bread', { title: 'Sourdough', favourited: true })
    await addLink(client, 'https://example.org/soup', { title: 'Soup' })
    await client.POST('/bookmarks/{bookmarkId}/tags', {
      params: { path: { bookmarkId: bread.id } },
      body: { tags: [{ tagName: 'slow food' }] },
    })
    const find = async (q: string) => {
      const { data } = await client.GET('/bookmarks/search', { params: { query: { q } } })
      return (data?.bookmarks ?? []).map(({ title }) => title)
    }
    expect(await find('#"slow food"')).toEqual(['Sourdough'])
    expect(await find('-is:fav')).toEqual(['Soup'])
    expect(await find('url:example.org -title:soup')).toEqual(['Sourdough'])
    expect(await find('(soup or sourdough) is:link')).toHaveLength(2)
    expect(await find('after:2100-01-01')).toEqual([])

    const bare = await client.POST('/lists', { body: { name: 'Mine', icon: '📚', type: 'smart' } })
    expect([bare.response.status, bare.error]).toMatchObject([
      400,
      { message: 'query: Smart lists must have a query' },
    ])
    const made = await client.POST('/lists', {
      body: { name: 'Slow', icon: '🐌', type: 'smart', query: '#"slow food"' },
    })
    expect([made.response.status, made.data?.query]).toEqual([201, 'tag:slow food'])
    const listId = made.data?.id ?? ''
    const path = { listId }
    expect((await client.GET('/lists', {})).data?.lists).toEqual([made.data])
    const held = await client.GET('/lists/{listId}/bookmarks', { params: { path } })
    expect(held.data?.bookmarks.map(({ id }) => id)).toEqual([bread.id])
    const holding = await client.GET('/bookmarks/{bookmarkId}/lists', {
      params: { path: { bookmarkId: bread.id } },
    })
    // Only manual lists are returned here, as in Karakeep: floccus deletes a bookmark that is in no list.
    expect(holding.data?.lists).toEqual([])
    expect((await client.DELETE('/lists/{listId}', { params: { path } })).response.status).toBe(204)
    expect((await client.GET('/lists/{listId}', { params: { path } })).response.status).toBe(404)
  })

  it('the SDK of Karakeep reads statistics and highlights, and what is missing is answered with 404 in Karakeep’s form', async () => {
    const { ada, client } = await start()
    const bread = await addLink(client, 'https://example.org:8080/bread', { favourited: true })
    await addLink(client, 'https://www.example.org/soup', {
      archived: true,
      createdAt: '2020-01-05T07:00:00Z',
    })
    await client.POST('/bookmarks', { body: { type: 'text', text: 'Salt' } })
    await ada.send('POST', '/entity/create-one', { newEntity: { type: 'todo', content: 'Water' } })
    const bookmarkId = bread.id
    await client.POST('/bookmarks/{bookmarkId}/tags', {
      params: { path: { bookmarkId } },
      body: { tags: [{ tagName: 'baking' }] },
    })
    const list = await client.POST('/lists', { body: { name: 'Mine', icon: 'x' } })
    const { data } = await client.GET('/users/me/stats', {})
    const { byHour = [], byDayOfWeek = [] } = data?.bookmarkingActivity ?? {}
    expect(data).toEqual({
      numBookmarks: 3,
      numFavorites: 1,
      numArchived: 1,
      numTags: 1,
      numLists: 1,
      numHighlights: 0,
      bookmarksByType: { link: 2, text: 1, asset: 0 },
      topDomains: [
        { domain: 'example.org:8080', count: 1 },
        { domain: 'www.example.org', count: 1 },
      ],
      totalAssetSize: 0,
      assetsByType: [],
      bookmarkingActivity: { thisWeek: 2, thisMonth: 2, thisYear: 2, byHour, byDayOfWeek },
      tagUsage: [{ name: 'baking', count: 1 }],
      bookmarksBySource: [{ source: null, count: 3 }],
    })
    expect(byHour.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour))
    expect(byDayOfWeek.map(({ day }) => day)).toEqual([0, 1, 2, 3, 4, 5, 6])
    for (const counts of [byHour, byDayOfWeek])
      expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(3)
    expect(byDayOfWeek[0]?.count).toBeGreaterThan(0)
    expect((await client.GET('/highlights', {})).data).toEqual({ highlights: [], nextCursor: null })
    const none = { params: { path: { bookmarkId } } }
    expect((await client.GET('/bookmarks/{bookmarkId}/highlights', none)).data).toEqual({ highlights: [] })
    const mark = { startOffset: 0, endOffset: 4, text: 'Salt', note: null, color: 'yellow' } as const
    const made = (id: string) => client.POST('/highlights', { body: { ...mark, bookmarkId: id } })
    expect([
      (await made(bookmarkId)).response.status,
      (await made(list.data?.id ?? '')).response.status,
    ]).toEqual([400, 404])
    const token = { authorization: `Bearer ${await tokenOf(ada)}` }
    for (const path of ['/highlights/x', '/backups', '/feeds', '/assets/x', '/nothing/at/all'])
      expect(await request(server.api, 'GET', `/v1${path}`, undefined, token)).toMatchObject({
        status: 404,
        body: { code: expect.any(String), message: expect.any(String) },
      })
  })

  it('calls of the SDK without a token, with a read-only token or with invalid input are refused in Karakeep’s form', async () => {
    const { ada, client } = await start()
    expect((await clientOf('nonsense').GET('/bookmarks', {})).response.status).toBe(401)
    const reader = clientOf(await tokenOf(ada, 'read'))
    expect((await reader.GET('/users/me', {})).data).toMatchObject({ id: ada.userId, email: ada.email })
    const barred = await reader.POST('/bookmarks', { body: { type: 'link', url: 'https://example.org/' } })
    expect([barred.response.status, barred.error]).toMatchObject([403, { code: 'refused' }])
    const unsafe = await client.POST('/bookmarks', { body: { type: 'link', url: 'javascript:alert(1)' } })
    expect(unsafe.response.status).toBe(400)
    const token = { authorization: `Bearer ${await tokenOf(ada)}` }
    const send = (method: string, path: string, body?: unknown) =>
      request(server.api, method, `/v1${path}`, body, token)
    const stranger = (await start()).client
    const theirs = await addLink(stranger, 'https://example.org/theirs')
    for (const id of [theirs.id, 'x', '%00', 'ffffffffffffffffffffffff', 'x'.repeat(400)]) {
      expect((await send('GET', `/bookmarks/${id}`)).status, id).toBe(404)
      expect((await send('PATCH', `/bookmarks/${id}`, { title: 'mine' })).status, id).toBe(404)
      expect((await send('DELETE', `/bookmarks/${id}`)).status, id).toBe(404)
      expect((await send('GET', `/tags/${id}`)).status, id).toBe(404)
      expect((await send('GET', `/lists/${id}`)).status, id).toBe(404)
    }
    for (const body of [{}, { type: 'asset' }, { type: 'link' }, { type: 'text', text: 7 }, [], 'x'])
      expect((await send('POST', '/bookmarks', body)).status, JSON.stringify(body)).toBe(400)
    const cursor = (time: string) => `cursor=${'f'.repeat(24)}_${time}`
    expect((await send('GET', `/bookmarks?${cursor('2026-02-28T00:00:00.000Z')}`)).status).toBe(200)
    const noMoments = ['2026-02-31T00:00:00.000Z', '2026-02-28T25:00:00.000Z', '2026-13-01T00:00:00Z']
    const places = ['limit=101', 'limit=0', 'limit=-1', 'cursor=x', ...noMoments.map(cursor)]
    for (const query of [...places, 'sortOrder=up', 'archived=maybe'])
      expect((await send('GET', `/bookmarks?${query}`)).status, query).toBe(400)
    for (const query of places) expect((await send('GET', `/highlights?${query}`)).status, query).toBe(400)
    const ofNoTag = ['cursor=2', `cursor=${'f'.repeat(24)}`, `cursor=${'f'.repeat(24)}_bread`]
    for (const query of ['limit=1001', 'limit=0', ...ofNoTag])
      expect((await send('GET', `/tags?${query}`)).status, query).toBe(400)
  })
})

describe('@karakeep/mcp, unmodified', () => {
  it('the MCP server of Karakeep adds, finds, tags, changes and deletes bookmarks', {
    timeout: 60_000,
  }, async () => {
    const { ada, token } = await start()
    const mcp = new Client({ name: 'test', version: '1' })
    await mcp.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [createRequire(import.meta.url).resolve('@karakeep/mcp/dist/index.js')],
        env: { KARAKEEP_API_ADDR: server.api.slice(0, -'/api'.length), KARAKEEP_API_KEY: token },
        stderr: 'ignore',
      }),
    )
    const use = async (name: string, args: Record<string, unknown> = {}): Promise<string> => {
      const { content, isError } = await mcp.callTool({ name, arguments: args })
      const text = (content as { text?: string }[]).map((part) => part.text ?? '').join('\n')
      expect(isError, `${name}: ${text}`).toBeFalsy()
      return text
    }
    const added = await use('create-bookmark', {
      type: 'link',
      title: 'Sourdough',
      content: 'https://example.org/bread',
    })
    const [, bookmarkId = ''] = /Bookmark ID: ([0-9a-f]{24})/.exec(added) ?? []
    expect(bookmarkId).not.toBe('')
    await use('attach-tag-to-bookmark', { bookmarkId, tagsToAttach: ['baking'] })
    expect(await use('search-bookmarks', { query: '#baking' })).toContain('Tags: baking')
    expect(await use('get-bookmark', { bookmarkId })).toContain('Bookmarked URL: https://example.org/bread')
    expect(await use('update-bookmark', { bookmarkId, note: 'for Sunday', favourited: true })).toMatch(
      /Favourited: true[\s\S]*Note: for Sunday/,
    )
    expect(await use('get-tags')).toContain('baking')
    await use('get-lists')
    await use('detach-tag-from-bookmark', { bookmarkId, tagsToDetach: ['baking'] })
    expect(await use('get-bookmark', { bookmarkId })).not.toContain('baking')
    await use('delete-bookmark', { bookmarkId })
    expect((await ada.send('POST', '/entity/get-specific', { entity_ids: [bookmarkId] })).status).toBe(404)
    await mcp.close()
  })
})

describe('a search of Karakeep becomes one of ours', () => {
  it.each([
    ['bread soup', 'bread, soup'],
    ['#bread', 'tag:bread'],
    ['tag:"slow food"', 'tag:slow food'],
    ['-#bread', '-(tag:bread)'],
    ['!tag:bread', '-(tag:bread)'],
    ['-"slow food"', '-("slow food")'],
    ['(#a or #b) and c', '(tag:a | tag:b), c'],
    ['-(a b)', '-(a, b)'],
    ['is:archived -is:fav', 'tag:archived, -(tag:favourite)'],
    ['is:tagged', '-(tags:0)'],
    ['is:broken', ''],
    ['after:2024-01-01 before:2024-02-01', 'created:>=2024-01-01, created:<=2024-02-01'],
    ['after:then', ''],
    ['url:example.org', '"example.org"'],
    ['12:30', '"12:30"'],
    ['#', ''],
    ['-', ''],
    ['"open', '"open"'],
    [')(', ''],
  ])('the Karakeep search %j is translated to %j', (text, search) =>
    expect(searchFromKarakeep(text, (name) => name)).toBe(search),
  )

  it('a search of Karakeep is translated in time linear in its length', () => {
    expect(searchFromKarakeep('('.repeat(1_000), (name) => name)).toBe('')
    expect(searchFromKarakeep('- '.repeat(500), (name) => name)).toBe('')
  })
})
