import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, request, serverFor } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

describe.each(DATABASES)('clients of other programs on $name', ({ start }) => {
  const server = serverFor(start, { env: { CARDINAL_FREE_CARD_LIMIT: '0' } })
  let kim: Person
  beforeAll(async () => {
    kim = await server.signUp()
  })
  const authorized = (person: Person) => ({ authorization: `Bearer ${person.token}` })
  const linkding = (method: string, path: string, body?: unknown, person = kim) =>
    request(server.api, method, path, body, authorized(person))
  const karakeep = (method: string, path: string, body?: unknown, person = kim) =>
    request(server.api, method, `/v1${path}`, body, authorized(person))
  const pinboard = (path: string, person = kim) => {
    const root = server.api.replace(/\/api$/, '')
    const url = `/v1${path}${path.includes('?') ? '&' : '?'}format=json&auth_token=kim:${person.token}`
    return request(root, 'GET', url)
  }
  const post = (url: string, tag_names: readonly string[], person = kim) =>
    linkding('POST', '/bookmarks/', { url, tag_names }, person)
  const urlsWith = async (tag: string, person: Person) => {
    const { body } = await linkding(
      'GET',
      `/bookmarks/?q=${encodeURIComponent(`#${tag}`)}`,
      undefined,
      person,
    )
    return body.results.map(({ url }: { url: string }) => url)
  }
  const imported = (rows: readonly object[], person: Person) =>
    request(server.api, 'POST', '/import', JSON.stringify(rows), {
      ...authorized(person),
      'content-type': 'application/octet-stream',
    })

  it.each([
    ['!home', 'home'],
    ['home', '!home'],
    ['one/two', 'one-two'],
    ['100%', '100'],
    ['Ho-me', 'ho_me'],
    ['ho_me', 'ho-me'],
  ])(
    'the tags %s and %s, sent one after the other by linkding, stay two different tags',
    async (first, second) => {
      const person = await server.signUp()
      const one = await post('https://a.example/', [first], person)
      const two = await post('https://b.example/', [second], person)
      expect([one.body.tag_names, two.body.tag_names]).toEqual([[first], [second]])
      expect((await post('https://c.example/', [second, first], person)).body.tag_names.toSorted()).toEqual(
        [first, second].toSorted(),
      )
      expect((await urlsWith(first, person)).toSorted()).toEqual(['https://a.example/', 'https://c.example/'])
      expect((await urlsWith(second, person)).toSorted()).toEqual([
        'https://b.example/',
        'https://c.example/',
      ])
      const { body } = await linkding('GET', '/tags/', undefined, person)
      const names = body.results.map(({ name }: { name: string }) => name)
      expect(names.filter((name: string) => name !== 'one').toSorted()).toEqual([first, second].toSorted())
    },
  )

  it('a tag that had to get another name is named in the answer, and in the receipt of an import', async () => {
    const person = await server.signUp()
    await post('https://a.example/', ['!zoo', '!home'], person)
    expect((await post('https://b.example/', ['zoo'], person)).body.renamed_tags).toEqual([
      { from: 'zoo', to: 'zoo-2' },
    ])
    const file = [{ url: 'https://c.example/', tags: ['home', 'zoo'] }]
    for (const made of [1, 0]) {
      const { data } = (await imported(file, person)).body
      expect([data.tags, data.renamed_tags]).toEqual([
        made,
        [
          { from: 'home', to: 'home 2' },
          { from: 'zoo', to: 'zoo 2' },
        ],
      ])
    }
    expect(await urlsWith('!home', person)).toEqual(['https://a.example/'])
    expect(await urlsWith('home', person)).toEqual(['https://c.example/'])
    expect((await urlsWith('zoo', person)).toSorted()).toEqual(['https://b.example/', 'https://c.example/'])
  })

  it('an export of tags with special signs is imported without new tags', async () => {
    const person = await server.signUp()
    await post('https://a.example/', ['!home'], person)
    const file = await person.send('GET', '/export?format=json')
    const { body } = await request(server.api, 'POST', '/import', JSON.stringify(file.body), {
      ...authorized(person),
      'content-type': 'application/octet-stream',
    })
    expect(body.data).toMatchObject({ created: 0, duplicates: 1, tags: 0, renamed_tags: [] })
  })

  it('Pinboard’s API deletes and renames the tag with exactly the given name, and does not find a deleted one', async () => {
    const person = await server.signUp()
    const tags = async () => (await pinboard('/tags/get', person)).body
    const add = encodeURIComponent('ho-me ho_me a/b')
    await pinboard(`/posts/add?url=https://a.example/&description=A&tags=${add}`, person)
    expect(await tags()).toEqual({ 'ho-me': 1, ho_me: 1, 'a/b': 1, a: 0 })
    expect((await pinboard('/tags/delete?tag=ho-me', person)).body).toEqual({ result: 'done' })
    const repeated = [
      await pinboard('/tags/delete?tag=ho-me', person),
      await pinboard('/tags/rename?old=ho-me&new=x', person),
    ]
    for (const { status, body } of repeated) expect([status, body.result_code]).toEqual([404, 'Not found.'])
    expect(await tags()).toEqual({ ho_me: 1, 'a/b': 1, a: 0 })
    expect((await pinboard('/tags/rename?old=a/b&new=z/y/q', person)).body).toEqual({ result: 'done' })
    expect((await pinboard('/tags/rename?old=a/b&new=x', person)).status).toBe(404)
    expect(await tags()).toEqual({ ho_me: 1, 'z/y/q': 1, 'z/y': 0, z: 0, a: 0 })
    const found = async (tag: string) => (await pinboard(`/posts/all?tag=${tag}`, person)).body.length
    expect([await found('z'), await found('z/y'), await found('a')]).toEqual([1, 1, 0])
  })

  it('of many simultaneous requests that add one address, one creates the card, and each tag is created once', async () => {
    const person = await server.signUp()
    const many = Array.from({ length: 12 }, (_, n) => n)
    const answers = await Promise.all([
      ...many.map((n) => post('https://same.example/', ['new', `n${n % 3}`], person)),
      ...many.map(() =>
        karakeep('POST', '/bookmarks', { type: 'link', url: 'https://same.example/' }, person),
      ),
      ...many.map(() => pinboard('/posts/add?url=https://same.example/&description=S', person)),
      ...many.map((n) => post(`https://tags.example/${n}`, [n % 2 ? '!both' : 'both'], person)),
    ])
    expect(answers.filter(({ status }) => status >= 300)).toEqual([])
    const { body } = await linkding('GET', '/bookmarks/?limit=100', undefined, person)
    const urls = body.results.map(({ url }: { url: string }) => url)
    expect(urls.filter((url: string) => url === 'https://same.example/')).toHaveLength(1)
    expect(await urlsWith('both', person)).toHaveLength(6)
    expect(await urlsWith('!both', person)).toHaveLength(6)
  })

  it('a search with too many alternatives is refused with the limit, in the form of each API', async () => {
    const words = (count: number) =>
      encodeURIComponent(Array.from({ length: count }, (_, n) => `w${n}`).join(' or '))
    expect((await linkding('GET', `/bookmarks/?q=${words(40)}`)).status).toBe(200)
    const said = expect.stringContaining('at most 50 tags, quotes and alternatives')
    const found = await linkding('GET', `/bookmarks/?q=${words(60)}`)
    expect([found.status, found.body]).toMatchObject([400, { q: [said] }])
    const searched = await karakeep('GET', `/bookmarks/search?q=${words(60)}`)
    expect([searched.status, searched.body]).toMatchObject([400, { message: said }])
    const search = decodeURIComponent(words(60))
    expect((await linkding('POST', '/bundles/', { name: 'Long', search })).body).toMatchObject({ q: [said] })
    const list = { type: 'smart', name: 'Long', icon: 'x', query: search }
    expect((await karakeep('POST', '/lists', list)).body).toMatchObject({ message: said })
  })
})
