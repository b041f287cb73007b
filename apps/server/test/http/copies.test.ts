import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/stores.ts'
import { article, copying, DAY } from './copying.ts'

describe.each(DATABASES)('copies of pages on $name', ({ start }) => {
  const { server, sites, now, run, add, later, ask, keep, remove, copyOf, found, soon } = copying(start)

  it('a copy of a page is made on request, and can be read, searched and seen on its card', async () => {
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
      fetchedAt: new Date(now()).toISOString(),
      is_cut: false,
    })
    expect(copy.content).toContain('<h2>Dough</h2><ul><li>flour</li><li>water</li></ul>')
    expect(copy.content).not.toContain('Home')
    expect(await found(ada, 'has:copy')).toEqual([id])
    expect(await found(ada, 'copy:saffron')).toEqual([id])
    expect(await found(ada, 'copy:"at length"')).toEqual([id])
    expect(await found(ada, '-copy:saffron')).toEqual([other])
    expect(await found(ada, 'copy:rye')).toEqual([])
    // The words of a copy do not count as words of the card.
    expect(await found(ada, 'text:"at length"')).toEqual([])
    expect(await ask(ada, '/entity/find-copies', { texts: ['SAFFRON', 'rye'] })).toEqual([[id], []])
    const bob = await server.signUp()
    expect(await ask(bob, '/entity/find-copies', { texts: ['saffron'] })).toEqual([[]])
    expect((await bob.send('POST', '/entity/get-copies', { entity_ids: [id] })).status).toBe(404)
  })

  it('a copy that is requested while its page is being fetched is made, too', async () => {
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

  it('a copy of a page has no code and nothing that is fetched when it is read', async () => {
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

  it('a removed copy can be restored within 30 days without a request to its site', async () => {
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
      await tx.pageCopies.emptyRemoved(now() - 30 * DAY)
      return { ok: true, value: null }
    })
    await keep(ada, [id])
    expect(await copyOf(ada, id)).toEqual({ entity_id: id, state: 'waiting' })
  })

  it('a copy of a page is renewed on request, and kept if the fetch fails', async () => {
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

  it('a missing copy has a reason: no text, refused by the site, or a private network', async () => {
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

  it('no copy is made of a page that is built to exhaust a reader, and the server keeps running', async () => {
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

  it('a copy belongs to an address, and another address of the link gets its own copy', async () => {
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

  it('a copy is deleted with its card', async () => {
    const ada = await server.signUp()
    sites.pages.set('gone.example/', article('gone'))
    const id = await add(ada, 'https://gone.example/')
    await keep(ada, [id])
    await run()
    await ask(ada, '/entity/delete-many', { entity_ids: [id] })
    expect(await found(ada, 'copy:gone')).toEqual([])
    await server.node.store.transact(async (tx) => {
      await tx.housekeeping.emptyCards(ada.userId, [id], now())
      return { ok: true, value: null }
    })
    expect((await server.node.store.pageCopies.marksOf(ada.userId, [id])).size).toBe(0)
  })
})
