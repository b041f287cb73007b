import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, request, serverFor } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

const TITLE = 'See https://other.example/x for more'
const A = 'https://a.example/p'

// biome-ignore lint/suspicious/noExplicitAny: the wire form, looked at field by field
type Wire = any

describe.each(DATABASES)('the address of a link on $name', ({ start }) => {
  const server = serverFor(start)
  let ada: Person
  beforeAll(async () => {
    ada = await server.signUp()
  })

  const links = async (person: Person): Promise<Wire[]> =>
    (
      await person.send('POST', '/entity/get-matching-entities', {
        userIsTyping_inSearchbar: '',
        type: 'hyperlink',
      })
    ).body.data
  const importing = (file: string) => (person: Person) =>
    person.send('POST', '/import', file, { 'content-type': 'application/octet-stream' })
  const through =
    (method: string, path: string, body: object | undefined, scheme = 'Bearer') =>
    (person: Person) =>
      request(server.api, method, path, body, { authorization: `${scheme} ${person.token}` })

  const WAYS: Readonly<Record<string, (person: Person) => Promise<{ status: number }>>> = {
    'the call for a new card': through('POST', '/entity/create-one', {
      newEntity: { type: 'hyperlink', content: TITLE, address: A },
    }),
    'a push of the app or the extension': through('POST', '/sync/push', [
      {
        key: 'k'.repeat(20),
        method: 'POST',
        path: '/entity/create-one',
        body: { newEntity: { type: 'hyperlink', content: `${TITLE}\n${A}`, address: A } },
        on_conflict: 'merge',
      },
    ] as object),
    'the API of linkding': through('POST', '/bookmarks/?disable_scraping', { url: A, title: TITLE }, 'Token'),
    'the API of Karakeep': through('POST', '/v1/bookmarks', { type: 'link', url: A, title: TITLE }),
    'the API of Pinboard': async (person) => {
      const root = server.api.replace(/\/api$/, '')
      const query = new URLSearchParams({ url: A, description: TITLE, auth_token: `ada:${person.token}` })
      return request(root, 'GET', `/v1/posts/add?${query}`, undefined, {})
    },
    'bookmarks of a browser': importing(
      `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><A HREF="${A}">${TITLE}</A>\n</DL>`,
    ),
    'a table': importing(`title,url,tags\n"${TITLE}",${A},`),
    'JSON of another program': importing(JSON.stringify([{ title: TITLE, url: A, tags: [] }])),
    'a list in Markdown': importing(`# Links\n\n- [${TITLE}](${A})\n`),
    'an export of ours': importing(
      JSON.stringify({
        format: 'cardinal-workspace',
        version: 2,
        tags: [],
        groups: [],
        entities: [{ type: 'hyperlink', content: TITLE, address: A, titles: [] }],
      }),
    ),
  }

  it.each(Object.keys(WAYS))(
    'a title that contains an address does not change the address of the link: %s',
    async (name) => {
      const person = await server.signUp()
      const { status } = await (WAYS[name] as (typeof WAYS)[string])(person)
      expect([200, 201]).toContain(status)
      const [card, ...others] = await links(person)
      expect(others).toEqual([])
      expect(card).toMatchObject({ address: A, content: expect.stringContaining(TITLE) })
      const retitled: Wire = { ...card, content: `${TITLE}!\n${A}` }
      expect(
        (
          await person.send('PATCH', '/entity/update-content', {
            entity_id: card._id,
            content: retitled.content,
          })
        ).body.data.address,
      ).toBe(A)
      expect(
        (await person.send('POST', '/entity/update-entire', { entity: retitled })).body.data,
      ).toMatchObject({ address: A })
    },
  )

  it.each([
    ['linkding', 'PATCH', (id: number | string) => `/bookmarks/${id}/`, { title: `${TITLE}!` }, 'Token'],
    ['Karakeep', 'PATCH', (id: number | string) => `/v1/bookmarks/${id}`, { title: `${TITLE}!` }, 'Bearer'],
  ] as const)(
    'a bookmark that is renamed through the API of %s keeps its address',
    async (_name, method, path, body, scheme) => {
      const person = await server.signUp()
      const made = await person.send('POST', '/entity/create-one', {
        newEntity: { type: 'hyperlink', content: `Title\n${A}` },
      })
      const list = await through('GET', '/bookmarks/', undefined, 'Token')(person)
      const id = scheme === 'Token' ? list.body.results[0].id : made.body.data._id
      expect((await through(method, path(id), body, scheme)(person)).status).toBe(200)
      const [card] = await links(person)
      expect(card).toMatchObject({ address: A, content: `${TITLE}!\n${A}` })
    },
  )

  it('a link without a given address takes the one in its text, and changes it when the text gets another one', async () => {
    const make = async (newEntity: object) =>
      (await ada.send('POST', '/entity/create-one', { newEntity })).body.data
    const told = await make({ type: 'hyperlink', content: `Title\n${A}` })
    expect(told.address).toBe(A)
    const update = async (content: string) =>
      (await ada.send('PATCH', '/entity/update-content', { entity_id: told._id, content })).body.data
    expect(await update('Another title')).toMatchObject({ content: 'Another title', address: A })
    expect(await update(TITLE)).toMatchObject({ content: TITLE, address: A })
    const other = await make({ type: 'hyperlink', content: 'https://b.example/1' })
    const { body } = await ada.send('PATCH', '/entity/update-content', {
      entity_id: other._id,
      content: 'https://b.example/2',
    })
    expect(body.data.address).toBe('https://b.example/2')
    expect((await make({ type: 'hyperlink', content: 'words' })).address).toBeNull()
    expect(await make({ type: 'note', content: A })).not.toHaveProperty('address')
    expect((await make({ type: 'hyperlink', content: 'T', address: ' b.example/a b ' })).address).toBe(
      'https://b.example/a%20b',
    )
  })

  it.each([
    ['javascript:alert(1)', 422],
    ['java&#x73;cript:alert(1)', 422],
    ['data:text/html,x', 422],
    ['file:///etc/passwd', 400],
    ['words', 400],
    ['https://[::1', 400],
    ['a.example:99999', 400],
    ['http://256.1.1.1/', 400],
    [7, 400],
  ])('the address %j is refused with status %i', async (address, status) => {
    const made = await ada.send('POST', '/entity/create-one', {
      newEntity: { type: 'hyperlink', content: 'T', address },
    })
    expect([made.status, made.body.msg]).toEqual([status, expect.stringMatching(/address|link/i)])
    const { body } = await ada.send('POST', '/entity/create-one', {
      newEntity: { type: 'hyperlink', content: A },
    })
    const edited = await ada.send('PATCH', '/entity/edit-one', {
      entity_id: body.data._id,
      address: { before: A, after: address },
    })
    expect(edited.status).toBe(status)
  })

  it('an address that can not be opened is refused by every API, and stays plain text inside a text or a file', async () => {
    const person = await server.signUp()
    const bad = ['https://[::1', 'http://a.example:99999/']
    for (const url of bad) {
      const newEntity = { type: 'hyperlink', content: 'T', address: url }
      const operation = { key: `k${url}`.padEnd(20, 'k'), method: 'POST', path: '/entity/create-one' }
      const pushed = await through('POST', '/sync/push', [
        { ...operation, body: { newEntity }, on_conflict: 'merge' },
      ] as object)(person)
      expect((pushed as { body: Wire }).body.data[0]).toMatchObject({
        status: 400,
        body: { msg: expect.stringContaining('cannot be opened') },
      })
      const linkding = await through('POST', '/bookmarks/', { url }, 'Token')(person)
      const karakeep = await through('POST', '/v1/bookmarks', { type: 'link', url })(person)
      const pinboard = await request(
        server.api.replace(/\/api$/, ''),
        'GET',
        `/v1/posts/add?${new URLSearchParams({ url, description: 'T', format: 'json', auth_token: `ada:${person.token}` })}`,
        undefined,
        {},
      )
      for (const { status, body } of [linkding, karakeep, pinboard] as { status: number; body: Wire }[])
        expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('cannot be opened')])
    }
    expect(await links(person)).toEqual([])

    const kept = (
      await person.send('POST', '/entity/create-one', {
        newEntity: { type: 'hyperlink', content: `At ${bad[0]} or ${A}` },
      })
    ).body.data
    expect(kept.address).toBe(A)
    const renamed = await person.send('PATCH', '/entity/edit-one', {
      entity_id: kept._id,
      content: { before: kept.content, after: `${kept.content}!` },
    })
    expect(renamed.status).toBe(200)

    const lines = bad.map((url, n) => `<DT><A HREF="${url}">Page ${n}</A>\n<DD>About it`).join('\n')
    const file = `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${lines}\n</DL>`
    const receipt = (await importing(file)(person)).body.data
    expect(receipt).toMatchObject({ created: 2, failed: [] })
    expect(receipt.lost).toContainEqual({ field: 'address', count: 2, example: bad[0], not_understood: true })
    const words = (await links(person)).filter((card) => card.address === null)
    expect(words.map(({ content }) => content).toSorted()).toEqual(
      bad.map((url, n) => `Page ${n}\n${url}\n\nAbout it`),
    )
    expect((await importing(file)(person)).body.data).toMatchObject({ created: 0 })
  })

  it('of two new addresses the later is kept on the link, and the earlier with its text as a version', async () => {
    const { body } = await ada.send('POST', '/entity/create-one', {
      newEntity: { type: 'hyperlink', content: 'Title', address: A },
    })
    const entity_id = body.data._id
    const edit = async (after: string) =>
      (await ada.send('PATCH', '/entity/edit-one', { entity_id, address: { before: A, after } })).body
    await edit('https://b.example/')
    const lost = { title_id: null, text: 'Title', address: 'https://b.example/' }
    expect(await edit('https://c.example/')).toMatchObject({
      data: { address: 'https://c.example/' },
      kept_revisions: [lost],
    })
    const revisions = await ada.send('POST', '/entity/get-revisions', { entity_id })
    expect(revisions.body.data.map(({ address }: Wire) => address)).toEqual(['https://b.example/', A])
    const kept = await ada.send('POST', '/entity/get-kept-revisions', {})
    expect(kept.body.data).toContainEqual(
      expect.objectContaining({ entity_id, text: 'Title', address: 'https://b.example/' }),
    )
  })

  it('search, duplicates and sites use the address of a link', async () => {
    const person = await server.signUp()
    const { body } = await person.send('POST', '/entity/create-one', {
      newEntity: { type: 'hyperlink', content: TITLE, address: A },
    })
    const found = async (text: string) =>
      (
        await person.send('POST', '/entity/get-matching-entities', { userIsTyping_inSearchbar: text })
      ).body.data.map(({ _id }: Wire) => _id)
    expect(await found('a.example/p')).toEqual([body.data._id])
    expect(await found('site:a.example')).toEqual([body.data._id])
    expect(await found('site:other.example')).toEqual([])
    const check = async (url: string) =>
      (await through('GET', `/bookmarks/check/?url=${encodeURIComponent(url)}`, undefined, 'Token')(person))
        .body.bookmark
    expect(await check('http://www.a.example/p/')).toMatchObject({ url: A })
    expect(await check('https://other.example/x')).toBeNull()
  })
})
