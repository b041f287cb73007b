import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, personWith, startNode, type TestNode } from '../support/node.ts'
import { startSites } from '../support/sites.ts'
import { DATABASES, type TestDatabase } from '../support/stores.ts'

const article = (word: string) => ({
  body: `<html lang="en"><title>About ${word}</title><article>
    ${Array.from({ length: 6 }, (_, n) => `<p>Sentence ${n} speaks of ${word} &amp; more at length, so that it is read as an article, not as a menu.</p>`).join('')}
    </article></html>`,
})

describe.each(DATABASES)('copies and shared searches in the file of an account on $name', ({ start }) => {
  let database: TestDatabase
  let sites: Awaited<ReturnType<typeof startSites>>
  let server: TestNode
  let now = Date.now()
  const env = () => ({ CARDINAL_FETCH_PAGES: 'on', CARDINAL_FETCH_TEST_ADDRESS: sites.address })

  beforeAll(async () => {
    database = await start()
    sites = await startSites()
    server = await startNode(database, { env: { ...env(), CARDINAL_WEBHOOKS: 'on' }, now: () => now })
  }, 60_000)
  afterAll(async () => {
    await server.stop()
    sites.stop()
    await database.stop()
  })

  const exported = async (person: Person, path = '/export?scope=account') => {
    const answer = await fetch(`${server.api}${path}`, {
      headers: { authorization: `Bearer ${person.token}` },
    })
    expect(answer.status).toBe(200)
    return answer.text()
  }
  const take = async (person: Person, file: string, query = '') => {
    const { status, body } = await person.send('POST', `/import${query}`, file, {
      'content-type': 'application/octet-stream',
    })
    expect([status, body.msg]).toEqual([200, undefined])
    return body.data
  }
  const ask = async (person: Person, path: string, body: object) =>
    (await person.send('POST', path, body)).body.data
  const found = async (person: Person, search: string): Promise<string[]> =>
    (await ask(person, '/entity/get-matching-entities', { userIsTyping_inSearchbar: search })).map(
      ({ _id }: { _id: string }) => _id,
    )

  /** Signs up a person with a copied link, a removed copy, and a shared search. */
  async function someone(): Promise<{ person: Person; ids: string[]; path: string }> {
    // The host may be asked again. The clock is never behind the real one, by which accounts are created: the suite
    // ran on the other database before.
    now = Math.max(now, Date.now()) + 60_000
    const person = await server.signUp()
    const ids: string[] = []
    for (const name of ['kept', 'removed']) {
      sites.pages.set(`${name}.example/`, article(name))
      const newEntity = { type: 'hyperlink', content: `https://${name}.example/` }
      ids.push((await ask(person, '/entity/create-one', { newEntity }))._id)
    }
    await ask(person, '/entity/keep-copies', { entity_ids: ids })
    // The node's timer also fetches. If it fetched the page before the copy was requested, the page is fetched
    // again after the host's pause.
    const untilCopied = async () => {
      now += 5_000
      await server.node.services.pages?.runDue()
      return (await found(person, 'has:copy')).length
    }
    await expect.poll(untilCopied, { timeout: 10_000, interval: 100 }).toBe(2)
    await ask(person, '/entity/remove-copies', { entity_ids: ids.slice(1) })
    expect(await found(person, 'has:copy')).toEqual(ids.slice(0, 1))
    const shared = { title: 'Reading', shows: ['tags'], query: { search: 'example', type: null } }
    const { path } = await ask(person, '/user/create-shared-search', shared)
    return { person, ids, path }
  }

  it('[ID-12] copies in the file of an account are restored into an empty account without a request to any site', async () => {
    const { person: ada, ids, path } = await someone()
    const file = await exported(ada)
    expect(file).not.toContain(path.split('/').at(-1))
    const bob = await server.signUp()
    const asked = sites.asked.length
    expect(await take(bob, file, '?dry_run=true')).toMatchObject({ copies: { kept: 2, left_out: 0 } })
    expect(await take(bob, file)).toMatchObject({ created: 2, copies: { kept: 2, left_out: 0 } })
    expect(await exported(bob)).toBe(file)
    expect(await found(bob, 'has:copy')).toEqual(ids.slice(0, 1))
    expect(await found(bob, 'copy:kept')).toEqual(ids.slice(0, 1))
    expect(await ask(bob, '/entity/get-copies', { entity_ids: ids })).toEqual(
      await ask(ada, '/entity/get-copies', { entity_ids: ids }),
    )
    await server.node.services.pages?.runDue()
    expect(sites.asked.length).toBe(asked)
    // A removed copy is restored without fetching.
    await ask(bob, '/entity/keep-copies', { entity_ids: ids })
    expect((await found(bob, 'has:copy')).sort()).toEqual([...ids].sort())
    const rule = (await bob.send('GET', '/user/copy-rule')).body.data
    expect(rule).toMatchObject({ copies: 2 })
    expect(rule.bytes).toBeGreaterThan(1_000)
  })

  it('[ID-12] a shared search is restored at a new address, and only by a person in the app', async () => {
    const { person: ada, path } = await someone()
    const file = await exported(ada)
    const bob = await server.signUp()
    const { import_id } = await take(bob, file)
    const [shared, ...others] = (await bob.send('GET', '/user/shared-searches')).body.data
    expect(others).toEqual([])
    expect(shared).toMatchObject({ title: 'Reading', search: 'example', shows: ['tags'] })
    expect(shared.path).not.toBe(path)
    const page = await fetch(`${server.api.replace(/\/api$/, '')}${shared.path}`)
    expect(await page.text()).toContain('kept.example')
    await take(bob, file)
    expect((await bob.send('GET', '/user/shared-searches')).body.data).toHaveLength(1)
    await bob.send('POST', `/import/${import_id}/undo`)
    expect((await bob.send('GET', '/user/shared-searches')).body.data).toEqual([])

    const carl = await server.signUp()
    const { token } = await ask(carl, '/user/create-token', { name: 'shell', scope: 'write' })
    const program = personWith(server.api, carl.userId, carl.email, token)
    expect(await take(program, file)).toMatchObject({ created: 2, copies: { kept: 2, left_out: 0 } })
    expect((await carl.send('GET', '/user/shared-searches')).body.data).toEqual([])
  })

  it('[ID-12] webhooks are in the file of an account without secrets, and the receipt says that they are not restored', async () => {
    const ada = await server.signUp()
    const events = ['card.added']
    const { secret } = await ask(ada, '/user/create-webhook', { address: 'https://hook.example/', events })
    const file = await exported(ada, '/user/export')
    expect(secret).toMatch(/^whsec_/)
    expect(file).not.toContain(secret)
    expect(JSON.parse(file).webhooks).toMatchObject([{ address: 'https://hook.example/', events }])
    const bob = await server.signUp()
    expect(await take(bob, file)).toMatchObject({ lost: [{ field: 'webhooks', count: 1 }] })
    expect((await bob.send('GET', '/user/webhooks')).body.data.webhooks).toEqual([])
  })

  it('[ID-12] an import into an account with cards adds copies to new cards, and existing cards keep theirs', async () => {
    const { person: ada } = await someone()
    const file = await exported(ada)
    const bob = await server.signUp()
    const newEntity = { type: 'hyperlink', content: 'https://removed.example/' }
    const there = (await ask(bob, '/entity/create-one', { newEntity }))._id
    expect(await take(bob, file)).toMatchObject({
      created: 1,
      duplicates: 1,
      copies: { kept: 1, left_out: 1 },
    })
    const [copied, ...others] = await found(bob, 'has:copy')
    expect(others).toEqual([])
    expect(copied).not.toBe(there)
    expect((await ask(bob, '/entity/get-copies', { entity_ids: [there] }))[0].state).toBe('none')
  })

  it('[ID-12] scripts, cards of other people and broken lines among the copies in a file are not imported', async () => {
    const { person: ada, ids } = await someone()
    const whole = await exported(ada)
    const [head = '', rest = ''] = whole.split('"copies":[\n')
    const lines = rest
      .split('\n')
      .slice(0, 2)
      .map((line) => JSON.parse(line.replace(/,$/, '')))
    const line = lines.find(({ state }) => state === 'kept')
    const bad = [
      {
        ...line,
        content: '<p onclick="x()">Hello <script>alert(1)</script><a href="javascript:x">y</a></p>',
      },
      { ...line, entity: 'f'.repeat(24) },
      { ...line, state: 'open' },
      { ...line, entity: ids[1], fetchedAt: 'soon' },
      { entity: ids[1], state: 'removed', address: `https://${'x'.repeat(3_000)}` },
      [[[[[]]]]],
      7,
    ].map((one) => JSON.stringify(one))
    const file = `${head}"copies":[\n${[...bad, '{"entity":', 'null'].join(',\n')}\n]}\n`
    const bob = await server.signUp()
    expect(await take(bob, file)).toMatchObject({ created: 2, copies: { kept: 1, left_out: 8 } })
    const [copy] = await ask(bob, '/entity/get-copies', { entity_ids: ids })
    expect(copy.content).toBe('<p>&lt;p onclick=&quot;x()&quot;&gt;Hello alert(1)y</p>')
    // The list of copies is also read in another JSON layout.
    const carl = await server.signUp()
    const pretty = JSON.stringify(JSON.parse(whole), null, 2)
    expect(await take(carl, pretty)).toMatchObject({ created: 2, copies: { kept: 2, left_out: 0 } })
    expect(await exported(carl)).toBe(whole)
    const cut = whole.slice(0, -4)
    const refused = await (await server.signUp()).send('POST', '/import', cut, {
      'content-type': 'application/octet-stream',
    })
    expect([refused.status, refused.body.msg]).toEqual([
      400,
      'This file begins like JSON, but it is damaged or incomplete.',
    ])
  })

  it('[ID-12] copies count into the quota of an account, and the receipt reports the ones without room', async () => {
    const { person: ada, ids } = await someone()
    const whole = JSON.parse(await exported(ada))
    const long = `<p>${'word and word, '.repeat(22_000)}</p>`
    const entities = Array.from({ length: 4 }, (_, n) => ({
      ...whole.workspaces[0].entities[0],
      _id: n.toString().repeat(24),
      content: `https://long${n}.example/`,
    }))
    const kept = whole.copies.find(({ state }: { state: string }) => state === 'kept')
    const copies = entities.map(({ _id }) => ({ ...kept, entity: _id, content: long }))
    const file = JSON.stringify({
      ...whole,
      workspaces: [{ ...whole.workspaces[0], entities }],
      copies,
    })
    expect(ids).toHaveLength(2)
    const own = await start()
    const small = await startNode(own, { env: { ...env(), CARDINAL_QUOTA_MB: '1' }, now: () => now })
    try {
      const bob = await small.signUp()
      const receipt = await take(bob, file)
      expect(receipt.created).toBe(4)
      expect(receipt.copies.kept).toBeGreaterThan(0)
      expect(receipt.copies.left_out).toBeGreaterThan(0)
      expect(receipt.copies.kept + receipt.copies.left_out).toBe(4)
    } finally {
      await small.stop()
      await own.stop()
    }
  })
})
