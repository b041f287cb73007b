import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person, personWith, startNode, type TestNode } from '../support/node.ts'
import { startSites } from '../support/sites.ts'
import { DATABASES, type TestDatabase } from '../support/stores.ts'

const DAY = 86_400_000
const BEGIN = Date.UTC(2026, 0, 12)

describe.each(DATABASES)('pages of links on $name', ({ start }) => {
  let database: TestDatabase
  let sites: Awaited<ReturnType<typeof startSites>>
  let server: TestNode
  let other: TestNode
  let now = BEGIN

  const startOne = (on = 'on') =>
    startNode(database, {
      env: { CARDINAL_FETCH_PAGES: on, CARDINAL_FETCH_TEST_ADDRESS: sites.address },
      now: () => now,
    })
  /**
   * Runs two rounds: each node also has a timer, and may have reserved a page just before. The second round waits
   * for it.
   */
  const run = async (...more: TestNode[]) => {
    for (let round = 0; round < 2; round++)
      await Promise.all([server, other, ...more].map(({ node }) => node.services.pages?.runDue()))
  }

  beforeAll(async () => {
    database = await start()
    sites = await startSites()
    server = await startOne()
    other = await startOne()
  }, 60_000)
  afterAll(async () => {
    await server.stop()
    await other.stop()
    sites.stop()
    await database.stop()
  })
  beforeEach(() => {
    now += 40 * DAY
    sites.pages.clear()
    sites.asked.length = 0
  })

  const add = async (person: Person, content: string, more: object = {}) => {
    const newEntity = { type: 'hyperlink', content, ...more }
    const { status, body } = await person.send('POST', '/entity/create-one', { newEntity })
    expect(status).toBe(200)
    return body.data
  }
  /** The same person, signed in again after the access token has expired. */
  const later = async ({ userId, email }: Person, time: number) => {
    now += time
    const { accessToken } = await server.node.identity.sessions.issue(userId, undefined)
    return personWith(server.api, userId, email, accessToken)
  }
  const read = async (person: Person, id: string) =>
    (await person.send('POST', '/entity/get-specific', { entity_ids: [id] })).body.data[0]
  const found = async (person: Person, search: string) => {
    const { status, body } = await person.send('POST', '/entity/get-matching-entities', {
      userIsTyping_inSearchbar: search,
    })
    expect([status, body.msg]).toEqual([200, undefined])
    return body.data.map(({ _id }: { _id: string }) => _id)
  }
  const page = (title: string, more = '') => ({ body: `<html lang=en><title>${title}</title>${more}` })
  const progress = async (person: Person) => (await person.send('GET', '/entity/page-progress')).body.data

  it('the page of a new link is fetched with title, description, site, language, icon and cover', async () => {
    const ada = await server.signUp()
    const red = await sharp({ create: { width: 640, height: 480, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    sites.pages.set(
      'bread.example/loaf',
      page(
        'Sourdough',
        `<meta property="og:site_name" content="The Baker">
      <meta name=description content="Flour, water, patience"><meta property="og:image" content="/big.png">`,
      ),
    )
    sites.pages.set('bread.example/big.png', { type: 'image/png', body: red })
    sites.pages.set('bread.example/favicon.ico', { type: 'image/x-icon', body: red })
    const added = await add(ada, 'My loaf\nhttps://bread.example/loaf')
    await run()
    const card = await read(ada, added._id)
    expect(card).toMatchObject({ content: added.content, updatedAt: added.updatedAt })
    expect(card.page).toEqual({
      address: 'https://bread.example/loaf',
      title: 'Sourdough',
      description: 'Flour, water, patience',
      site_name: 'The Baker',
      language: 'en',
      icon: expect.stringMatching(/^[0-9a-f]{40}$/),
      cover: expect.stringMatching(/^[0-9a-f]{40}$/),
      fetchedAt: new Date(now).toISOString(),
    })
    expect(await progress(ada)).toMatchObject({ is_on: true, waiting: 0, fetched: 1 })
    for (const name of [card.page.icon, card.page.cover]) {
      const answer = await fetch(`${server.api}/pictures/${name}.webp`)
      expect(answer.headers.get('content-type')).toBe('image/webp')
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).format).toBe('webp')
    }
    expect((await fetch(`${server.api}/pictures/${'0'.repeat(40)}.webp`)).status).toBe(404)
    expect((await fetch(`${server.api}/pictures/..%2f..%2fx`)).status).toBe(404)
  })

  it('links are found by the words of their page, which is dropped when the address changes', async () => {
    const ada = await server.signUp()
    sites.pages.set('old.example/', page('Marmalade at dawn'))
    sites.pages.set('new.example/', page('Cardamom'))
    const { _id: id } = await add(ada, 'https://old.example/')
    await run()
    expect(await found(ada, 'text:"marmalade at"')).toEqual([id])
    expect(await found(ada, 'marmal')).toEqual([id])
    await ada.send('PATCH', '/entity/update-content', { entity_id: id, content: 'https://new.example/' })
    expect((await read(ada, id)).page).toBeUndefined()
    expect(await found(ada, 'marmal')).toEqual([])
    await run()
    expect(await found(ada, 'cardamom')).toEqual([id])
  })

  it('pages of one host are fetched one at a time with a pause, and once by several nodes', async () => {
    const ada = await server.signUp()
    for (let n = 0; n < 4; n++) {
      sites.pages.set(`polite.example/${n}`, page(`Page ${n}`))
      await add(ada, `https://polite.example/${n}`)
    }
    await run()
    const pagesAsked = () => sites.asked.filter((each) => /polite.example\/\d/.test(each))
    expect(pagesAsked()).toHaveLength(1)
    for (let n = 0; n < 5; n++) {
      now += 2_001
      await run()
    }
    expect(pagesAsked().sort()).toEqual([0, 1, 2, 3].map((n) => `GET polite.example/${n}`))
    expect(sites.asked.filter((each) => each.endsWith('favicon.ico'))).toHaveLength(1)
    expect(sites.mostAtOnce()).toBe(1)
  })

  it('pages wait for a server that was stopped, or that did not fetch pages before', async () => {
    sites.pages.set('waits.example/', page('Patience'))
    const without = await startOne('off')
    const ada = await without.signUp()
    const { _id: id } = await add(ada, 'https://waits.example/')
    expect(await progress(ada)).toMatchObject({ is_on: false })
    await without.stop()
    const again = await startOne()
    await again.node.services.pages?.addMissing()
    await run(again)
    const title = async () => (await again.node.store.cards.byIds(ada.userId, [id]))[0]?.row.page?.title
    // The suite's other nodes search for missing pages by themselves, and may be reading it.
    await expect.poll(title, { timeout: 30_000 }).toBe('Patience')
    await again.stop()
  })

  it('a page is dead after three failures within a week or more, and alive again after a success, by the address of the link and not by one in its title', async () => {
    let ada = await server.signUp()
    sites.pages.set('fades.example/', page('Here today'))
    sites.pages.set('lives.example/', page('Alive'))
    const { _id: id } = await add(ada, 'Better https://lives.example/', { address: 'https://fades.example/' })
    const { _id: walled } = await add(ada, 'https://walled.example/')
    sites.pages.set('walled.example/', { status: 403, body: 'Sign in' })
    await run()
    sites.pages.delete('fades.example/')
    ada = await later(ada, 40 * DAY)
    for (const days of [0, 1, 3]) {
      ada = await later(ada, days * DAY)
      await run()
      expect(await found(ada, 'is:dead')).toEqual([])
    }
    expect(sites.asked).toContain('HEAD fades.example/')
    ada = await later(ada, 4 * DAY)
    await run()
    expect(await found(ada, 'is:dead')).toEqual([id])
    expect((await read(ada, id)).page).toMatchObject({ title: 'Here today', deadAt: expect.any(String) })
    expect(await progress(ada)).toMatchObject({ dead: 1, blocked: 1 })
    expect(await found(ada, 'is:dead')).not.toContain(walled)
    sites.pages.set('fades.example/', page('Back again'))
    ada = await later(ada, 40 * DAY)
    await run()
    expect(await found(ada, 'is:dead')).toEqual([])
    expect((await read(ada, id)).page).toMatchObject({ title: 'Back again' })
    expect(sites.asked.filter((each) => each.includes('lives.example'))).toEqual([])
  })

  it('a page is fetched again when a person asks for it', async () => {
    const ada = await server.signUp()
    sites.pages.set('again.example/', page('First'))
    const { _id: id } = await add(ada, 'https://again.example/')
    const { _id: note } = await add(ada, 'a note', { type: 'note' })
    await run()
    sites.pages.set('again.example/', page('Second'))
    now += 10_000
    const asked = await ada.send('POST', '/entity/fetch-pages', { entity_ids: [id, note] })
    expect(asked.body).toEqual({ data: 1 })
    await run()
    expect((await read(ada, id)).page.title).toBe('Second')
    const nobodys = { entity_ids: ['f'.repeat(24)] }
    expect((await ada.send('POST', '/entity/fetch-pages', nobodys)).status).toBe(404)
  })

  it('pages in private networks and at odd ports are not fetched', async () => {
    const ada = await server.signUp()
    for (const address of ['http://127.0.0.1/', 'http://[::ffff:10.0.0.1]/', 'http://x.example:22/'])
      await add(ada, address)
    await run()
    expect(sites.asked.filter((each) => /127|ffff|x\.example/.test(each))).toEqual([])
    expect(await progress(ada)).toMatchObject({ refused: 3 })
  })

  it('pages of links are in the export, and are restored from it', async () => {
    const ada = await server.signUp()
    sites.pages.set('kept.example/', page('Kept'))
    const { _id: id } = await add(ada, 'https://kept.example/')
    await run()
    const { page: before } = await read(ada, id)
    const exported = await fetch(`${server.api}/export?format=json`, {
      headers: { authorization: `Bearer ${ada.token}` },
    })
    const file = await exported.text()
    const bob = await server.signUp()
    await bob.send('POST', '/import', file, { 'content-type': 'application/octet-stream' })
    const [copy] = await found(bob, 'kept')
    expect((await read(bob, copy)).page).toEqual(before)
  })
})
