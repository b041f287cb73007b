import 'fake-indexeddb/auto'
import { addressKey } from '@cardinal/domain'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { saveFromMenu } from '../../../../packages/extension/src/menu.ts'
import { addressFor, suggestionsFor } from '../../../../packages/extension/src/omnibox.ts'
import { isWanted, sendPages, waitingPages } from '../../../../packages/extension/src/page-queue.ts'
import { enqueue, flush, newId, takeBack, waiting } from '../../../../packages/extension/src/queue.ts'
import { addingOf, savedOf } from '../../../../packages/extension/src/saving.ts'
import { serverAddress } from '../../../../packages/extension/src/server-address.ts'
import {
  type Act,
  type ExtensionStore,
  openExtensionStore,
  type PageRule,
  type WaitingPage,
} from '../../../../packages/extension/src/store.ts'
import { freePort } from '../support/free-port.ts'
import { type Person, serverFor } from '../support/node.ts'
import { startSqlite } from '../support/stores.ts'

const server = serverFor(startSqlite, { env: { CARDINAL_FREE_CARD_LIMIT: '3', CARDINAL_FILE_MB: '1' } })
let store: ExtensionStore
let ada: Person
beforeEach(async () => {
  ada = await server.signUp()
  store = await openExtensionStore()
  await connect(server.api.replace(/\/api$/, ''))
})
afterEach(async () => {
  await store.disconnect()
  store.close()
})

const connect = (url: string, token = ada.token) => store.connect({ server: url, token, isRefused: false })
const offline = async () => connect(`http://127.0.0.1:${await freePort()}`)
const online = () => connect(server.api.replace(/\/api$/, ''))
const tab = (n: number) => ({
  title: `Page ${n}`,
  address: `https://x.example/${n}?utm_source=a`,
  selection: '',
})

async function cards() {
  const { body } = await ada.send('POST', '/entity/get-matching-entities', {
    userIsTyping_inSearchbar: '',
    type: 'hyperlink',
    params: { page: 0, limit: 100 },
  })
  return body.data as {
    _id: string
    content: string
    tags_assigned: string[]
    files?: { name: string; size: number; keptAt: number }[]
  }[]
}

describe('the address bar', () => {
  it('the address bar lists links that a search finds, and Enter opens one of them or Cardinal', async () => {
    await enqueue(store, [addingOf({ ...tab(1), title: 'Salt & <fat>' }, ['baking']), addingOf(tab(2), [])])
    await flush(store)
    expect(await suggestionsFor(store, 'baking')).toEqual([
      {
        content: 'https://x.example/1?utm_source=a',
        description: 'Salt ＆ ‹fat› — https://x.example/1?utm_source=a',
      },
    ])
    expect(await suggestionsFor(store, ' ')).toEqual([])
    expect(await addressFor(store, 'https://x.example/1')).toBe('https://x.example/1')
    const { server: url } = (await store.connection())!
    expect(await addressFor(store, 'a, -b')).toBe(`${url}/home?primary_opt=all&search=a%2C%20-b`)
    await store.disconnect()
    expect(await addressFor(store, 'a')).toBeNull()
  })
})

describe('the menus of a page', () => {
  const page = { title: 'Read https://other.example/', url: 'https://x.example/1' }
  const press = (menuItemId: string, told: object = {}) => saveFromMenu(store, { menuItemId, ...told }, page)
  const saved = async () =>
    (
      await ada.send('POST', '/entity/get-matching-entities', {
        userIsTyping_inSearchbar: '',
        params: { page: 0, limit: 9 },
      })
    ).body.data as { address: string; content: string; titles: { text: string }[] }[]

  it('the menus save the clicked page or link, and a text selected on a saved page becomes a subnote, also without a network', async () => {
    await offline()
    expect(await press('selection', { selectionText: ' https://third.example/ ' })).toMatchObject({
      isKept: true,
    })
    expect(await press('selection', { selectionText: 'More' })).toEqual({
      isKept: true,
      text: 'The selected text was added',
      act: null,
    })
    expect(await press('page')).toEqual({ isKept: false, text: 'Saved already', act: null })
    for (const told of [{ srcUrl: 'data:image/png,a' }, { srcUrl: 'blob:https://x.example/1' }, {}])
      expect(await press('image', told)).toMatchObject({ isKept: false })
    await online()
    expect(await flush(store)).toBe('done')
    expect(await saved()).toMatchObject([
      {
        address: 'https://x.example/1',
        content: 'Read https://other.example/\nhttps://third.example/\nhttps://x.example/1',
        titles: [{ text: 'More' }],
      },
    ])
  })

  it('a text selected on a page that was saved elsewhere meanwhile is added to that card', async () => {
    await flush(store)
    const newEntity = { type: 'hyperlink', content: 'https://x.example/1' }
    await ada.send('POST', '/entity/create-one', { newEntity })
    await press('page')
    await press('selection', { selectionText: 'More' })
    expect(await flush(store)).toBe('done')
    expect(await saved()).toMatchObject([{ content: 'https://x.example/1', titles: [{ text: 'More' }] }])
  })
})

describe('the address of a server', () => {
  it.each([
    ['cards.example.org', 'https://cards.example.org'],
    [' https://example.org/cards/home?search=a ', 'https://example.org/cards'],
    ['localhost:3000', 'http://localhost:3000'],
    ['http://192.168.1.2:3000/settings', 'http://192.168.1.2:3000'],
    ['two words', null],
    ['', null],
    ['javascript:alert(1)', null],
    ['https://somebody@example.org', null],
  ])('the server address %j is read as %j', (typed, server) => expect(serverAddress(typed)).toBe(server))
})

describe('the queue of the browser extension', () => {
  it('the queue of the extension keeps what is saved without a network, and sends it once', async () => {
    await offline()
    await enqueue(store, [addingOf({ ...tab(1), selection: 'words' }, ['baking', 'new'])])
    expect(await flush(store)).toBe('away')
    expect(await savedOf(store, 'http://www.x.example/1')).toMatchObject({ tags: ['baking', 'new'] })
    const [before] = await waiting(store)

    await online()
    expect(await flush(store)).toBe('done')
    expect(await waiting(store)).toEqual([])
    const [card, ...others] = await cards()
    expect(others).toEqual([])
    expect(card).toMatchObject({ content: 'Page 1\nwords\nhttps://x.example/1?utm_source=a' })
    expect(card?.tags_assigned).toHaveLength(2)
    expect(await savedOf(store, 'https://x.example/1/')).toMatchObject({
      cardId: card?._id,
      tags: ['baking', 'new'],
    })

    // The answer was lost: the same calls are sent again under the same keys.
    await store.addEntries([{ ...before!, state: 'sent' }])
    expect(await flush(store)).toBe('done')
    expect(await cards()).toHaveLength(1)
  })

  it('the queue of the extension adds tags to a link that another device saved meanwhile, without a second card', async () => {
    await enqueue(store, [addingOf(tab(1), ['baking'])])
    await ada.send('POST', '/entity/create-one', {
      newEntity: { type: 'hyperlink', content: 'Theirs http://x.example/1' },
    })
    expect(await flush(store)).toBe('done')
    const [card, ...others] = await cards()
    expect([card?.content, card?.tags_assigned.length, others]).toEqual(['Theirs http://x.example/1', 1, []])
  })

  it('the queue of the extension keeps refused entries with the reason, and sends the others', async () => {
    const acts = [1, 2, 3, 4].map((n) => addingOf(tab(n), []))
    await enqueue(store, acts)
    expect(await flush(store)).toBe('done')
    const entries = await store.entries()
    expect(entries.map(({ act, problem }) => [act.cardId, problem])).toEqual([
      [acts[3]?.cardId, expect.stringContaining('3 links')],
    ])
    expect(await savedOf(store, tab(4).address)).toBeNull()
    expect(await cards()).toHaveLength(3)
  })

  it('the queue of the extension removes entries that were not sent, and deletes cards that were', async () => {
    const [first, second] = [addingOf(tab(1), ['one']), addingOf(tab(2), [])]
    await enqueue(store, [first])
    await flush(store)
    await enqueue(store, [second])
    await takeBack(store, new Set([first.cardId, second.cardId]))
    expect((await waiting(store)).map(({ act }) => act)).toEqual([{ kind: 'remove', cardId: first.cardId }])
    expect(await savedOf(store, tab(1).address)).toBeNull()
    expect(await flush(store)).toBe('done')
    expect(await cards()).toEqual([])
  })

  it('the queue of the extension stops when its token is revoked, and continues with a new one', async () => {
    await connect(server.api.replace(/\/api$/, ''), 'cardinal_of_nobody')
    await enqueue(store, [addingOf(tab(1), [])])
    expect(await flush(store)).toBe('refused')
    expect(await store.connection()).toMatchObject({ isRefused: true })
    expect(await waiting(store)).toHaveLength(1)
    await online()
    expect(await flush(store)).toBe('done')
    expect(await cards()).toHaveLength(1)
  })

  it('the extension learns what was changed and deleted elsewhere, and reloads when its history is gone', async () => {
    const { body: made } = await ada.send('POST', '/entity/create-one', {
      newEntity: { type: 'hyperlink', content: 'https://x.example/1' },
    })
    await flush(store)
    expect(await store.linkOf(addressKey('x.example/1'))).toMatchObject({ id: made.data._id })
    await ada.send('PATCH', '/entity/update-content', {
      entity_id: made.data._id,
      content: 'https://x.example/2',
    })
    await flush(store)
    expect(await store.linkOf(addressKey('x.example/1'))).toBeUndefined()
    expect(await store.linkOf(addressKey('x.example/2'))).toMatchObject({ id: made.data._id })
    await store.writeRows({ links: [], tags: [], gone: [], cursor: 'of-another-history' })
    await ada.send('POST', '/entity/delete-many', { entity_ids: [made.data._id] })
    expect(await flush(store)).toBe('done')
    expect(await store.countLinks()).toBe(0)
  })
})

describe('pages that are kept by themselves', () => {
  const page = (n: number, html: string): WaitingPage => ({
    key: newId(),
    address: tab(n).address,
    title: `Page ${n}`,
    html: new Blob([html]),
    keptAt: Date.UTC(2026, 10, 30),
    problem: '',
  })
  const files = async () =>
    (await cards()).map(({ files }) => files?.map(({ name, size, keptAt }) => [name, size, keptAt]))

  it('a rule keeps the pages of all links that are added, or of links that get a chosen tag', () => {
    const [plain, tagged] = [addingOf(tab(1), []), addingOf(tab(2), ['Later'])]
    const more: Act = { kind: 'tag', cardId: plain.cardId, tags: ['later'] }
    const kept = (rule: PageRule) => [plain, tagged, more].map((act) => isWanted(rule, act))
    expect(kept({ keeps: 'pressed', tags: ['later'] })).toEqual([false, false, false])
    expect(kept({ keeps: 'all', tags: [] })).toEqual([true, true, false])
    expect(kept({ keeps: 'tags', tags: ['later'] })).toEqual([false, true, true])
  })

  it('a page waits while the server is away, goes up in pieces onto the card of its link, and once', async () => {
    await enqueue(store, [addingOf(tab(1), [])])
    await flush(store)
    const html = `<title>Page</title>${'x'.repeat(600_000)}`
    const waits = page(1, html)
    await store.putPage(waits)
    const known = (await store.linkOf(addressKey(waits.address)))!
    await offline()
    await store.writeRows({ links: [known], tags: [], gone: [], cursor: null })
    expect(await sendPages(store)).toBe(false)
    expect(await waitingPages(store)).toHaveLength(1)
    await online()
    await flush(store)
    // Like after a stop right after the last answer.
    for (const _ of [1, 2]) {
      await store.putPage(waits)
      expect(await sendPages(store)).toBe(true)
    }
    expect(await store.pages()).toEqual([])
    expect(await files()).toEqual([[['Page 1.html', html.length, waits.keptAt]]])
  })

  it('a page goes with its link that is taken back, and one that has no place on the server waits for the person with a reason', async () => {
    const added = addingOf(tab(1), [])
    await enqueue(store, [added])
    await store.putPage(page(1, 'x'))
    await takeBack(store, new Set([added.cardId]))
    expect(await store.pages()).toEqual([])
    await store.putPage(page(1, 'x'))
    expect(await sendPages(store)).toBe(true)
    expect(await store.pages()).toMatchObject([{ problem: 'Its link is not there any more.' }])
    await store.removePage((await store.pages())[0]!.key)
    await enqueue(store, [addingOf(tab(2), [])])
    await flush(store)
    await store.putPage(page(2, 'x'.repeat(2_000_000)))
    expect(await sendPages(store)).toBe(true)
    expect(await store.pages()).toMatchObject([
      { problem: expect.stringContaining('It has 1.9 MB, more than files may have') },
    ])
    expect(await waitingPages(store)).toEqual([])
    expect(await files()).toEqual([undefined])
  })
})
