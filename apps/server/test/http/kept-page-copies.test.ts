import { describe, expect, it } from 'vitest'
import { type Person, startNode, type TestNode } from '../support/node.ts'
import { sendPage } from '../support/sent-pages.ts'
import { DATABASES } from '../support/stores.ts'
import { article, copying } from './copying.ts'

const KARAKEEP = '/v1/bookmarks/singlefile'
const URL_SENT = 'https://wall.example/story'

describe.each(DATABASES)('copies from kept pages on $name', { timeout: 60_000 }, ({ start }) => {
  const { server, sites, now, startOne, run, add, ask, keep, remove, copyOf, found, soon } = copying(start)
  const read = async (node: TestNode = server) => {
    for (let round = 0; round < 2; round++) await node.node.services.keptPageCopies.runDue()
  }
  const send = async (person: Person, html: string, { url = URL_SENT, api = server.api } = {}) => {
    const answer = await sendPage(api, `${KARAKEEP}?ifexists=append`, person.token, { html, url })
    expect([200, 201]).toContain(answer.status)
    return ((await answer.json()) as { id: string }).id
  }
  const page = (word: string, more = '') => article(word, more).body
  const cardOf = async (person: Person, id: string) =>
    (await ask(person, '/entity/get-matching-entities', { userIsTyping_inSearchbar: '' })).find(
      (card: { _id: string }) => card._id === id,
    )

  it('the text of a kept page is the copy of a link whose site lets no program in', async () => {
    const ada = await server.signUp()
    sites.pages.set('wall.example/story', { status: 403, body: 'Sign in' })
    const picture = `<img src="data:image/png;base64,${'A'.repeat(3_000_000)}">`
    const id = await send(ada, `<style>${'p{}'.repeat(800_000)}</style>${page('saffron', picture)}`)
    await run()
    await read()
    expect(await found(ada, 'copy:saffron')).toEqual([id])
    expect(await found(ada, 'has:copy')).toEqual([id])
    expect(await copyOf(ada, id)).toMatchObject({
      state: 'kept',
      title: 'About saffron',
      address: URL_SENT,
      is_cut: false,
      is_of_kept_page: true,
    })
    expect((await cardOf(ada, id)).page.title).toBe('About saffron')
    const bob = await server.signUp()
    expect(await found(bob, 'copy:saffron')).toEqual([])
  })

  it('a fetched copy is preferred to the text of a kept page, whichever comes first', async () => {
    const ada = await server.signUp()
    sites.pages.set('wall.example/story', article('fetched'))
    const id = await add(ada, URL_SENT)
    await keep(ada, [id])
    await run()
    await send(ada, page('seen'))
    await read()
    expect([await found(ada, 'copy:fetched'), await found(ada, 'copy:seen')]).toEqual([[id], []])

    const bob = await server.signUp()
    const other = await send(bob, page('seen'))
    await read()
    expect(await found(bob, 'copy:seen')).toEqual([other])
    soon()
    await run()
    // Nobody asked for another copy.
    expect(await found(bob, 'copy:seen')).toEqual([other])
    soon()
    await keep(bob, [other], { again: true })
    expect(await found(bob, 'copy:seen')).toEqual([other])
    await run()
    expect([await found(bob, 'copy:fetched'), await found(bob, 'copy:seen')]).toEqual([[other], []])
    expect(await copyOf(bob, other)).not.toHaveProperty('is_of_kept_page')

    const eve = await server.signUp()
    await ask(eve, '/user/update-copy-rule', { keeps: 'all' })
    const third = await send(eve, page('seen'))
    await read()
    soon()
    await run()
    soon()
    await run()
    expect(await found(eve, 'copy:fetched')).toEqual([third])
  })

  it('a newer kept page replaces the copy of a link, and there is no copy while the kept page is removed', async () => {
    const ada = await server.signUp()
    const id = await send(ada, page('monday'))
    await read()
    soon()
    await send(ada, page('tuesday'))
    await read()
    expect([await found(ada, 'copy:monday'), await found(ada, 'copy:tuesday')]).toEqual([[], [id]])
    const { files } = await cardOf(ada, id)
    const edit = (attached: object) => ada.send('PATCH', '/entity/edit-one', { entity_id: id, attached })
    await edit({ added: [], removed: files.map(({ hash }: { hash: string }) => hash) })
    await read()
    expect([await found(ada, 'copy:tuesday'), await found(ada, 'has:copy')]).toEqual([[], []])
    expect(await copyOf(ada, id)).toEqual({ entity_id: id, state: 'none' })
    await edit({ added: files, removed: [] })
    await read()
    expect([await found(ada, 'copy:tuesday'), await found(ada, 'has:copy')]).toEqual([[id], [id]])
  })

  it('a copy that a person removed does not come back by a new kept page', async () => {
    const ada = await server.signUp()
    const id = await send(ada, page('plums'))
    await read()
    await remove(ada, [id])
    await send(ada, page('pears'))
    await read()
    expect(await found(ada, 'has:copy')).toEqual([])
    await keep(ada, [id])
    await read()
    expect(await copyOf(ada, id)).toMatchObject({ state: 'kept', is_of_kept_page: true })
  })

  it('a page without text, a note with a page, a deleted card and a file whose bytes never come leave no copy', async () => {
    const ada = await server.signUp()
    const empty = await send(ada, '<html><body></body></html>')
    const gone = await send(ada, page('gone'), { url: 'https://gone.example/' })
    await ada.send('POST', '/entity/delete-many', { entity_ids: [gone] })
    const file = { hash: 'a'.repeat(64), name: 'a.html', type: 'text/html', size: 9, keptAt: now() }
    const late = await add(ada, 'https://late.example/', { files: [file] })
    await read()
    expect(await found(ada, 'has:copy')).toEqual([])
    for (const id of [empty, late]) expect(await copyOf(ada, id)).toEqual({ entity_id: id, state: 'none' })
  })

  it('a full account gets no copy', async () => {
    const node = await startNode(server.database, { env: { CARDINAL_QUOTA_MB: '1' }, now })
    const ada = await node.signUp()
    const id = await send(
      ada,
      page('x', `<!--${'y'.repeat(700_000)}--><p>${'long words '.repeat(25_000)}</p>`),
      node,
    )
    await read(node)
    const [copy] = (await ada.send('POST', '/entity/get-copies', { entity_ids: [id] })).body.data
    expect(copy).toEqual({ entity_id: id, state: 'none' })
    await node.stop()
  })

  it('a server that fetches nothing reads kept pages, those from before an update as well', async () => {
    const off = await startOne({ CARDINAL_FETCH_PAGES: 'off' }, server.database)
    const ada = await off.signUp()
    const barley = await send(ada, page('barley'), off)
    await read(off)
    expect(await found(ada, 'copy:barley')).toEqual([barley])
    // Like a node of an earlier version, which does not know the queue: `addMissing` queues the page.
    const hooks = off.node.services.limits.hooks as unknown[]
    hooks.splice(0)
    const url = 'https://wall.example/millet'
    const millet = await send(ada, page('millet'), { url, api: off.api })
    await off.node.services.keptPageCopies.addMissing()
    await read(off)
    // The suite's other node may be reading it.
    await expect.poll(() => found(ada, 'copy:millet'), { timeout: 30_000 }).toEqual([millet])
    await off.stop()
  })
})
