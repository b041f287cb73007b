import { ok } from '@cardinal/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person, personWith, startNode, type TestNode } from '../support/node.ts'
import { startSites } from '../support/sites.ts'
import { DATABASES, type TestDatabase } from '../support/stores.ts'

const DAY = 86_400_000
const BEGIN = Date.UTC(2026, 0, 12)

const article = (word: string, more = '') => ({
  body: `<html lang="en"><title>About ${word}</title><nav><a href="/">Home</a></nav><article>
    ${Array.from({ length: 6 }, (_, n) => `<p>Sentence ${n} speaks of ${word} at length, so that it is read as an article, not as a menu.</p>`).join('')}
    ${more}</article></html>`,
})

describe.each(DATABASES)('copies of pages on $name', ({ start }) => {
  let database: TestDatabase
  let sites: Awaited<ReturnType<typeof startSites>>
  let server: TestNode
  let now = BEGIN

  const startOne = (env: Record<string, string> = {}, on = database) =>
    startNode(on, {
      env: { CARDINAL_FETCH_PAGES: 'on', CARDINAL_FETCH_TEST_ADDRESS: sites.address, ...env },
      now: () => now,
    })
  const run = (node = server) => node.node.services.pages?.runDue()

  beforeAll(async () => {
    database = await start()
    sites = await startSites()
    server = await startOne()
  }, 60_000)
  afterAll(async () => {
    await server.stop()
    sites.stop()
    await database.stop()
  })
  beforeEach(() => {
    now += 40 * DAY
    sites.pages.clear()
    sites.asked.length = 0
  })

  const add = async (person: Person, content: string, more: object = {}): Promise<string> => {
    const newEntity = { type: 'hyperlink', content, ...more }
    const { status, body } = await person.send('POST', '/entity/create-one', { newEntity })
    expect(status).toBe(200)
    return body.data._id
  }
  const later = async ({ userId, email }: Person, time: number) => {
    now += time
    const { accessToken } = await server.node.identity.sessions.issue(userId, undefined)
    return personWith(server.api, userId, email, accessToken)
  }
  const ask = async (person: Person, path: string, body: object) => {
    const answer = await person.send('POST', path, body)
    expect([answer.status, answer.body.msg]).toEqual([200, undefined])
    return answer.body.data
  }
  const keep = (person: Person, ids: string[], more: object = {}) =>
    ask(person, '/entity/keep-copies', { entity_ids: ids, ...more })
  const remove = (person: Person, ids: string[]) => ask(person, '/entity/remove-copies', { entity_ids: ids })
  const copyOf = async (person: Person, id: string) =>
    (await ask(person, '/entity/get-copies', { entity_ids: [id] }))[0]
  const found = async (person: Person, search: string) =>
    (await ask(person, '/entity/get-matching-entities', { userIsTyping_inSearchbar: search })).map(
      ({ _id }: { _id: string }) => _id,
    )
  const addTag = async (person: Person, name: string, entityIds: string[] = []): Promise<string> => {
    const made = await ask(person, '/tag/create-many-from-keyword', {
      frontendGeneratedTags: [{ tag_name: name }],
      attachToTheseEntities: entityIds,
      entityType: 'hyperlink',
    })
    return made[0]._id
  }
  /** Time goes on, so that a host may be asked again. */
  const soon = () => {
    now += 10_000
  }

  it('are kept where a person asks: read, found by their words, and told by the card', async () => {
    const ada = await server.signUp()
    sites.pages.set(
      'buns.example/',
      article('Sáffron', '<h2>Dough</h2><ul><li>flour</li><li>water</li></ul>'),
    )
    const id = await add(ada, 'https://buns.example/')
    const other = await add(ada, 'a note of Sáffron', { type: 'note' })
    await run()
    expect(await copyOf(ada, id)).toEqual({ entity_id: id, state: 'none' })
    expect(await found(ada, 'has:copy')).toEqual([])
    soon()
    expect(await keep(ada, [id, other])).toBe(1)
    expect(await copyOf(ada, id)).toEqual({ entity_id: id, state: 'waiting' })
    await run()
    const copy = await copyOf(ada, id)
    expect(copy).toMatchObject({
      state: 'kept',
      title: 'About Sáffron',
      language: 'en',
      address: 'https://buns.example/',
      fetchedAt: new Date(now).toISOString(),
      is_cut: false,
    })
    expect(copy.content).toContain('<h2>Dough</h2><ul><li>flour</li><li>water</li></ul>')
    expect(copy.content).not.toContain('Home')
    expect(await found(ada, 'has:copy')).toEqual([id])
    expect(await found(ada, 'copy:saffron')).toEqual([id])
    expect(await found(ada, 'copy:"at length"')).toEqual([id])
    expect(await found(ada, '-copy:saffron')).toEqual([other])
    expect(await found(ada, 'copy:rye')).toEqual([])
    // The words of a copy are no words of the card.
    expect(await found(ada, 'text:"at length"')).toEqual([])
    expect(await ask(ada, '/entity/find-copies', { texts: ['SAFFRON', 'rye'] })).toEqual([[id], []])
    const bob = await server.signUp()
    expect(await ask(bob, '/entity/find-copies', { texts: ['saffron'] })).toEqual([[]])
    expect((await bob.send('POST', '/entity/get-copies', { entity_ids: [id] })).status).toBe(404)
  })

  it('are made also where they are asked for while the page is being fetched', async () => {
    const ada = await server.signUp()
    sites.pages.set('slow.example/', { ...article('barley'), delay: 1_000 })
    const id = await add(ada, 'https://slow.example/')
    const running = run()
    await expect.poll(() => sites.asked).toContain('GET slow.example/')
    await keep(ada, [id])
    await running
    soon()
    await run()
    expect(await found(ada, 'copy:barley')).toEqual([id])
  })

  it('hold nothing that runs, and nothing that is fetched when they are read', async () => {
    const ada = await server.signUp()
    sites.pages.set(
      'evil.example/',
      article(
        'tea',
        `<img src="https://spy.example/x.png" onerror="alert(1)"><script>alert(1)</script><p onclick="alert(1)" style="background:url(//spy.example/)">tea <a href="javascript:alert(1)">x</a></p><iframe src="//spy.example/"></iframe><svg onload="alert(1)"></svg>`,
      ),
    )
    const id = await add(ada, 'https://evil.example/')
    await keep(ada, [id])
    await run()
    const { content } = await copyOf(ada, id)
    expect(content).toContain('Sentence 3 speaks of tea')
    expect(content).not.toMatch(/alert|spy|onclick|style|javascript|<img|<script|<svg|<iframe/)
    expect(sites.asked.filter((each) => each.includes('spy'))).toEqual([])
  })

  it('are removed, and back within 30 days without a request', async () => {
    let ada = await server.signUp()
    sites.pages.set('once.example/', article('plums'))
    const id = await add(ada, 'https://once.example/')
    await keep(ada, [id])
    await run()
    expect(await remove(ada, [id])).toBe(1)
    expect(await found(ada, 'has:copy')).toEqual([])
    expect(await found(ada, 'copy:plums')).toEqual([])
    expect(await copyOf(ada, id)).toEqual({ entity_id: id, state: 'removed' })
    sites.pages.clear()
    sites.asked.length = 0
    expect(await keep(ada, [id])).toBe(1)
    expect(await found(ada, 'copy:plums')).toEqual([id])
    expect(sites.asked).toEqual([])
    await remove(ada, [id])
    ada = await later(ada, 31 * DAY)
    await server.node.store.transact(async (tx) => {
      await tx.pageCopies.emptyRemoved(now - 30 * DAY)
      return { ok: true, value: null }
    })
    await keep(ada, [id])
    expect(await copyOf(ada, id)).toEqual({ entity_id: id, state: 'waiting' })
  })

  it('are fetched again when a person asks, and stay where that fails', async () => {
    const ada = await server.signUp()
    sites.pages.set('news.example/', article('monday'))
    const id = await add(ada, 'https://news.example/')
    await keep(ada, [id])
    await run()
    soon()
    sites.pages.set('news.example/', article('tuesday'))
    await ask(ada, '/entity/fetch-pages', { entity_ids: [id] })
    await run()
    expect(await found(ada, 'copy:monday')).toEqual([id])
    soon()
    await keep(ada, [id], { again: true })
    expect(await found(ada, 'copy:monday')).toEqual([id])
    await run()
    expect(await found(ada, 'copy:tuesday')).toEqual([id])
    expect(await found(ada, 'copy:monday')).toEqual([])
    soon()
    sites.pages.set('news.example/', { status: 403, body: 'Sign in' })
    await keep(ada, [id], { again: true })
    await run()
    expect(await copyOf(ada, id)).toMatchObject({ state: 'kept', problem: 'blocked', title: 'About tuesday' })
    expect(await found(ada, 'has:copy')).toEqual([id])
  })

  it('say why there is none: no text, kept back by the site, a private network', async () => {
    const ada = await server.signUp()
    sites.pages.set('empty.example/', { body: '<html><title>Nothing</title></html>' })
    sites.pages.set('file.example/', { type: 'application/pdf', body: '%PDF-1.7' })
    sites.pages.set('wall.example/', { status: 401, body: 'Sign in' })
    const expected = {
      'https://empty.example/': 'no-text',
      'https://file.example/': 'no-text',
      'https://wall.example/': 'blocked',
      'http://10.0.0.1/': 'refused',
      'http://[::ffff:127.0.0.1]/': 'refused',
    }
    for (const [address, problem] of Object.entries(expected)) {
      const id = await add(ada, address)
      await keep(ada, [id])
      await run()
      expect(await copyOf(ada, id)).toEqual({ entity_id: id, state: 'failed', problem })
    }
    expect(sites.asked.filter((each) => /10\.0|ffff/.test(each))).toEqual([])
  })

  it('of a page that is built to exhaust a reader fail, and the server goes on', async () => {
    const ada = await server.signUp()
    const bombs = {
      deep: '<div>'.repeat(100_000),
      many: '<b>x</b>'.repeat(200_000),
      entities: '&amp;'.repeat(400_000),
    }
    sites.pages.set('fine.example/', article('tea'))
    for (const [name, body] of Object.entries(bombs)) {
      sites.pages.set(`${name}.example/`, { body })
      await keep(ada, [await add(ada, `https://${name}.example/`)])
    }
    const fine = await add(ada, 'https://fine.example/')
    await keep(ada, [fine])
    await run()
    expect(await found(ada, 'has:copy')).toEqual([fine])
    expect((await ada.send('GET', '/user/copy-rule')).body.data.copies).toBe(1)
  }, 60_000)

  it('are kept of all links, also of older ones; a removed copy stays away', async () => {
    const ada = await server.signUp()
    for (const name of ['a', 'b', 'c']) sites.pages.set(`${name}.example/`, article(name.repeat(4)))
    const a = await add(ada, 'https://a.example/')
    const b = await add(ada, 'https://b.example/')
    await run()
    await remove(ada, [b])
    soon()
    expect(await ask(ada, '/user/update-copy-rule', { keeps: 'all' })).toMatchObject({
      keeps: 'all',
      copies: 0,
    })
    const c = await add(ada, 'https://c.example/')
    await run()
    expect((await found(ada, 'has:copy')).sort()).toEqual([a, c].sort())
    const { body } = await ada.send('GET', '/user/copy-rule')
    expect(body.data).toMatchObject({ keeps: 'all', tag_ids: [], is_on: true, copies: 2 })
    expect(body.data.bytes).toBeGreaterThan(1_000)
  })

  it('are kept of links with chosen tags, from the moment of tagging', async () => {
    const ada = await server.signUp()
    sites.pages.set('x.example/', article('xylophone'))
    sites.pages.set('y.example/', article('yoghurt'))
    const x = await add(ada, 'https://x.example/')
    const y = await add(ada, 'https://y.example/')
    await run()
    const tag = await addTag(ada, 'archive', [x])
    soon()
    await ask(ada, '/user/update-copy-rule', { keeps: 'tags', tag_ids: [tag] })
    await run()
    expect(await found(ada, 'has:copy')).toEqual([x])
    soon()
    await ask(ada, '/entity/attach-tags', { entity_ids: [y], tag_ids: [tag] })
    await run()
    expect((await found(ada, 'has:copy')).sort()).toEqual([x, y].sort())
    const nobodys = { keeps: 'tags', tag_ids: ['f'.repeat(24)] }
    expect((await ada.send('POST', '/user/update-copy-rule', nobodys)).status).toBe(404)
  })

  it('follow a tag of the rule that is renamed or merged, and go back with it when that is undone', async () => {
    const ada = await server.signUp()
    for (const name of ['x', 'y', 'z']) sites.pages.set(`${name}.example/`, article(name))
    const tag = await addTag(ada, 'archive')
    const other = await addTag(ada, 'library')
    await ask(ada, '/user/update-copy-rule', { keeps: 'tags', tag_ids: [tag] })
    const ruleTags = async () => (await ada.send('GET', '/user/copy-rule')).body.data.tag_ids
    await ask(ada, '/tag/rename-one', { tag_id: tag, new_tag_name: 'attic' })
    expect(await ruleTags()).toEqual([tag])
    await ask(ada, '/tag/merge-many', { tag_ids: [tag], into_tag_id: other })
    expect(await ruleTags()).toEqual([other])
    const x = await add(ada, 'https://x.example/', { tags_assigned: [other] })
    await add(ada, 'https://y.example/')
    await run()
    expect(await found(ada, 'has:copy')).toEqual([x])
    const at = new Date(now).toISOString()
    const before = { tag_name: 'attic', color_name: null, click_count: 0, lastClickedAt: null }
    await ask(ada, '/tag/unmerge-many', {
      tags: [{ _id: tag, ...before, createdAt: at, updatedAt: at, entity_ids: [], tag_groups: [] }],
      into: { _id: other, tag_name: 'library', lastClickedAt: null, entity_ids: [x], tag_groups: [] },
    })
    expect(await ruleTags()).toEqual([tag])
    await ask(ada, '/tag/delete-many', { tag_ids: [tag] })
    expect(await ruleTags()).toEqual([])
  })

  it('belong to an address: another one of the link has a copy of its own', async () => {
    const ada = await server.signUp()
    sites.pages.set('before.example/', article('before'))
    sites.pages.set('after.example/', article('after'))
    const id = await add(ada, 'https://before.example/')
    await keep(ada, [id])
    await run()
    const content = 'https://after.example/'
    await ada.send('PATCH', '/entity/update-content', { entity_id: id, content })
    expect(await found(ada, 'copy:before')).toEqual([])
    expect(await copyOf(ada, id)).toEqual({ entity_id: id, state: 'waiting' })
    soon()
    await run()
    expect(await found(ada, 'copy:after')).toEqual([id])
    expect(await found(ada, 'copy:before')).toEqual([])
  })

  it('count into the room of the account, and are refused where it is full', async () => {
    // Alone: another node would make copies by its own limit.
    const own = await start()
    const small = await startOne({ CARDINAL_QUOTA_MB: '1' }, own)
    try {
      const ada = await small.signUp()
      for (let n = 0; n < 6; n++)
        sites.pages.set(`big${n}.example/`, {
          body: `<article><p>${'word and word, '.repeat(12_000)}</p></article>`,
        })
      const ids = []
      for (let n = 0; n < 6; n++) ids.push(await add(ada, `https://big${n}.example/`))
      await keep(ada, ids)
      await run(small)
      const copies = await ask(ada, '/entity/get-copies', { entity_ids: ids })
      const states = copies.map(({ state }: { state: string }) => state)
      expect(states.filter((state: string) => state === 'kept')).toHaveLength(2)
      expect(copies.filter(({ problem }: { problem?: string }) => problem === 'full')).toHaveLength(4)
    } finally {
      await small.stop()
      await own.stop()
    }
  }, 30_000)

  it('leave room for texts of pages, which count, too: a full account keeps its links as they were written', async () => {
    const own = await start()
    const small = await startOne({ CARDINAL_QUOTA_MB: '1' }, own)
    try {
      const ada = await small.signUp()
      const stored = async () => (await small.node.store.users.byId(ada.userId))?.storedBytes ?? 0
      const counted = async () => {
        const done = await small.node.store.transact<number, never>(async (tx) =>
          ok(await tx.users.countStoredBytes(ada.userId)),
        )
        return done.ok ? done.value : 0
      }
      const description = 'long words '.repeat(80)
      const page = { body: `<title>Told</title><meta name="description" content="${description}">` }
      sites.pages.set('told.example/', page)
      sites.pages.set('told.example/?late', page)
      const told = await add(ada, 'https://told.example/')
      const [before, countedBefore] = [await stored(), await counted()]
      await run(small)
      const [shown] = await ask(ada, '/entity/get-specific', { entity_ids: [told] })
      expect(shown.page.title).toBe('Told')
      expect((await stored()) - before).toBeGreaterThan(shown.page.description.length)
      expect((await counted()) - countedBefore).toBe((await stored()) - before)
      for (let n = 0; n < 11; n++) {
        const newEntity = { type: 'note', content: `${n} ${'x'.repeat(n < 10 ? 100_000 - 10 : 40_000)}` }
        await ada.send('POST', '/entity/create-one', { newEntity })
      }
      while ((await stored()) < 1_048_576 - 1_200)
        await ada.send('POST', '/entity/create-one', {
          newEntity: { type: 'note', content: `${await stored()} ${'y'.repeat(300)}` },
        })
      const late = await add(ada, 'https://told.example/?late')
      soon()
      await run(small)
      const [link] = await ask(ada, '/entity/get-specific', { entity_ids: [late] })
      expect(link.page).toBeUndefined()
      expect(await stored()).toBeLessThanOrEqual(1_048_576)
    } finally {
      await small.stop()
      await own.stop()
    }
  }, 30_000)

  it('go with their card', async () => {
    const ada = await server.signUp()
    sites.pages.set('gone.example/', article('gone'))
    const id = await add(ada, 'https://gone.example/')
    await keep(ada, [id])
    await run()
    await ask(ada, '/entity/delete-many', { entity_ids: [id] })
    expect(await found(ada, 'copy:gone')).toEqual([])
    await server.node.store.transact(async (tx) => {
      await tx.housekeeping.emptyCards(ada.userId, [id], now)
      return { ok: true, value: null }
    })
    expect((await server.node.store.pageCopies.marksOf(ada.userId, [id])).size).toBe(0)
  })
})
