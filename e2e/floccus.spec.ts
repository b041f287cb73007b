import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { launchWithExtension } from '../scripts/lib/browser.mjs'
import { buildFloccus } from './support/floccus.ts'
import { type Gateway, openGateway } from './support/gateway.ts'
import { type Person, test } from './support/person.ts'
import { serverFor } from './support/seed.ts'

/** A folder or bookmark as the browser and the server both show it. */
type Node = { readonly title: string; readonly url?: string; readonly children?: readonly Node[] }

test.describe('floccus, unmodified', () => {
  test.describe.configure({ mode: 'default' })
  test.setTimeout(900_000)

  let home = ''
  let floccus: Awaited<ReturnType<typeof buildFloccus>>
  test.beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'cardinal-e2e-floccus-'))
    floccus = await buildFloccus(home)
  })
  test.afterAll(() => rm(home, { recursive: true, force: true }))

  /** A browser with floccus, and the server; nothing is synchronised yet. */
  async function both(person: Person, target: string): Promise<Both> {
    test.skip('reason' in floccus, 'reason' in floccus ? floccus.reason : '')
    const folder = 'folder' in floccus ? floccus.folder : ''
    const gateway = await openGateway(target)
    const api = await serverFor(person)
    const made = await api.post('/api/user/create-token', { data: { name: 'floccus', scope: 'write' } })
    const { token } = ((await made.json()) as { data: { token: string } }).data
    const profile = await mkdtemp(join(home, 'profile-'))
    const context = await chromium.launchPersistentContext(profile, {
      ...(await launchWithExtension(folder)),
    })
    const end = async () => {
      await context.close()
      await gateway.close()
      await api.dispose()
    }
    const browser = await BrowserSide.open(context, gateway.origin, token)
    return { gateway, browser, server: new KarakeepServer(api, token), end }
  }

  test('floccus syncs a browser’s bookmarks in both directions: 200 folders, renames, moves and deletions', async ({
    person,
    baseURL,
  }) => {
    const { browser, server, end } = await both(person, baseURL ?? '')
    try {
      await browser.sow()
      const sown = await browser.tree()
      expect([count(sown, isFolder), count(sown, isLink)]).toEqual([200, 206])

      expect(await browser.sync()).toBeNull()
      expect(await browser.tree()).toEqual(sown)
      expect(await server.tree('Floccus')).toEqual(sown)

      await browser.change()
      const changed = await browser.tree()
      expect(await browser.sync()).toBeNull()
      expect(await browser.tree()).toEqual(changed)
      expect(await server.tree('Floccus')).toEqual(changed)

      await server.change()
      const wanted = await server.tree('Floccus')
      expect(wanted).not.toEqual(changed)
      expect(await browser.sync()).toBeNull()
      expect(await browser.tree()).toEqual(wanted)
      expect(await server.tree('Floccus')).toEqual(wanted)
    } finally {
      await end()
    }
  })

  test('a floccus sync that is cut off at any request loses no bookmark, and the next one completes it', async ({
    person,
    baseURL,
  }) => {
    const { gateway, browser, server, end } = await both(person, baseURL ?? '')
    try {
      await browser.sowFew()
      expect(await browser.sync()).toBeNull()
      let cuts = 0
      for (const kind of ['before', 'behind'] as const)
        for (let at = 1, isCut = true; isCut; at++) {
          const round = `${kind} ${at}`
          await browser.changeFew(round)
          const wanted = (await browser.tree()) as Node
          const told = cut(gateway, kind, at)
          const error = await browser.sync()
          isCut = told()
          if (isCut) cuts++
          expect([round, error !== null || !isCut]).toEqual([round, true])
          expect([round, await browser.sync()]).toEqual([round, null])
          expect([round, await browser.tree()]).toEqual([round, wanted])
          expect([round, await server.tree('Floccus')]).toEqual([round, wanted])
        }
      expect(cuts).toBeGreaterThan(10)
    } finally {
      await end()
    }
  })
})

interface Both {
  readonly gateway: Gateway
  readonly browser: BrowserSide
  readonly server: KarakeepServer
  end(): Promise<void>
}

/**
 * Breaks the connection at one request, and at all later ones until the returned function is called.
 *
 * @param kind `before`: the server does not get the request; `behind`: its answer is lost
 * @param at number of the request, from 1
 * @returns a function that ends the breaks, and returns whether there was such a request
 */
function cut(gateway: Gateway, kind: 'before' | 'behind', at: number): () => boolean {
  let count = 0
  gateway.intervenes = () => {
    count++
    if (count === at && kind === 'behind') {
      gateway.losesAnswersTo = ''
      return null
    }
    return count >= at ? 'cuts' : null
  }
  return () => {
    gateway.intervenes = null
    gateway.losesAnswersTo = null
    return count >= at
  }
}

const isFolder = ({ url }: Node) => url === undefined
const isLink = ({ url }: Node) => url !== undefined

function count(node: Node, isOne: (node: Node) => boolean): number {
  return (node.children ?? []).reduce((sum, child) => sum + Number(isOne(child)) + count(child, isOne), 0)
}

/** Floccus keeps no order in Karakeep. */
function sorted(node: Node): Node {
  if (node.children === undefined) return node
  const children = node.children.map(sorted)
  const keyOf = (each: Node) => JSON.stringify([each.title, each.url, each.children])
  return { title: node.title, children: children.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) }
}

class BrowserSide {
  readonly #page: Page
  readonly #root: string

  private constructor(page: Page, root: string) {
    this.#page = page
    this.#root = root
  }

  /** Signs floccus in, as its form for a new profile would. */
  static async open(context: BrowserContext, url: string, password: string): Promise<BrowserSide> {
    const background = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    const page = await context.newPage()
    await page.goto(`chrome-extension://${new URL(background.url()).host}/dist/html/options.html`)
    const root = await page.evaluate(
      async ([server, token]) => {
        const folder = await chrome.bookmarks.create({ parentId: '2', title: 'Kept' })
        const account = {
          type: 'karakeep',
          url: server,
          password: token,
          serverFolder: 'Floccus',
          enabled: true,
          localRoot: folder.id,
          syncInterval: 1_000,
          strategy: 'default',
          nestedSync: false,
          failsafe: true,
        }
        await chrome.storage.local.set({ accounts: JSON.stringify({ it: account }) })
        return folder.id
      },
      [url, password],
    )
    return new BrowserSide(page, root)
  }

  /** Resolves with the error that floccus shows; null: none. */
  async sync(): Promise<string | null> {
    const read = () =>
      this.#page.evaluate(async () => {
        const { accounts } = await chrome.storage.local.get('accounts')
        let data: unknown = accounts
        while (typeof data === 'string') data = JSON.parse(data)
        type Account = { syncing?: unknown; scheduled?: unknown; error?: string; lastAttempt?: number }
        const { syncing, error = null, lastAttempt = 0, scheduled } = (data as { it: Account }).it
        return { syncing: Boolean(syncing || scheduled), error, lastAttempt }
      })
    await expect.poll(async () => (await read()).syncing, { timeout: 300_000 }).toBe(false)
    const before = (await read()).lastAttempt
    const isOver = async () => {
      const { syncing, lastAttempt } = await read()
      return !syncing && lastAttempt > before
    }
    await this.#page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready
      active?.postMessage({ type: 'syncAccount', params: ['it'] })
    })
    await expect.poll(isOver, { timeout: 600_000, intervals: [200] }).toBe(true)
    return (await read()).error
  }

  async tree(): Promise<Node> {
    const tree = await this.#page.evaluate(async (root) => {
      type Item = { title: string; url?: string; children?: Item[] }
      const plain = ({ title, url, children }: Item): Item => ({
        title,
        ...(url !== undefined && { url }),
        ...(children && { children: children.map(plain) }),
      })
      const [top] = await chrome.bookmarks.getSubTree(root)
      return top && { ...plain(top), title: 'Floccus' }
    }, this.#root)
    return sorted(tree as Node)
  }

  async sow(): Promise<void> {
    await this.#page.evaluate(async (root) => {
      const folders = [root]
      for (let n = 0; n < 200; n++) {
        const parentId = folders[Math.floor(n / 3)] ?? root
        // Every third folder has the same name.
        const title = n % 3 === 0 ? 'Misc' : n % 3 === 1 ? `Folder, no. ${n} & more` : `Ordner ${n} ☕`
        folders.push((await chrome.bookmarks.create({ parentId, title })).id)
        await chrome.bookmarks.create({
          parentId,
          title: `Page ${n}`,
          url: `https://site-${n}.example/path?n=${n}`,
        })
      }
      const alike = ['https://same.example/a', 'https://www.same.example/a', 'http://same.example/a']
      alike.push('https://same.example/a?utm_source=mail', 'https://same.example/a/')
      for (const url of alike)
        await chrome.bookmarks.create({ parentId: folders[1] ?? root, title: 'Same', url })
      await chrome.bookmarks.create({
        parentId: root,
        title: 'See https://other.example/x for more',
        url: 'https://titled.example/',
      })
    }, this.#root)
  }

  /** Enough bookmarks that floccus accepts the changes below as those of a person. */
  async sowFew(): Promise<void> {
    await this.#page.evaluate(async (root) => {
      for (const title of ['One', 'Two']) {
        const { id: parentId } = await chrome.bookmarks.create({ parentId: root, title })
        for (let n = 0; n < 6; n++)
          await chrome.bookmarks.create({
            parentId,
            title: `${title} ${n}`,
            url: `https://${title}-${n}.example/`,
          })
      }
    }, this.#root)
  }

  /** One change of each kind, except of an address: floccus itself can lose that one (docs/api.md). */
  async changeFew(round: string): Promise<void> {
    await this.#page.evaluate(
      async ([root, round]) => {
        const [tree] = await chrome.bookmarks.getSubTree(root)
        const [one, two] = (tree?.children ?? []).filter(({ children }) => children !== undefined)
        const [first, second, third] = (one?.children ?? []).filter(({ url }) => url !== undefined)
        const parentId = two?.id ?? ''
        // Keeps the number of bookmarks, and so the time of a sync.
        const [old] = (two?.children ?? []).filter(({ url }) => url === undefined)
        if (old !== undefined) await chrome.bookmarks.removeTree(old.id)
        const made = await chrome.bookmarks.create({ parentId, title: `Folder ${round}` })
        const url = `https://new.example/${encodeURIComponent(round)}`
        await chrome.bookmarks.create({ parentId: made.id, title: `New ${round}`, url })
        await chrome.bookmarks.create({ parentId: one?.id ?? '', title: `Top ${round}`, url: `${url}/top` })
        await chrome.bookmarks.update(first?.id ?? '', { title: `Renamed ${round}` })
        await chrome.bookmarks.move(second?.id ?? '', { parentId })
        await chrome.bookmarks.remove(third?.id ?? '')
        const back = two?.children?.findLast(({ url }) => url !== undefined)
        await chrome.bookmarks.move(back?.id ?? '', { parentId: one?.id ?? '' })
      },
      [this.#root, round] as const,
    )
  }

  async change(): Promise<void> {
    await this.#page.evaluate(async (root) => {
      const byTitle = async (title: string) => {
        const found = await chrome.bookmarks.search({ title })
        return found[0]?.id ?? ''
      }
      await chrome.bookmarks.update(await byTitle('Folder, no. 4 & more'), { title: 'Renamed, here' })
      await chrome.bookmarks.update(await byTitle('Page 7'), { title: 'Page seven' })
      await chrome.bookmarks.update(await byTitle('Page 8'), { url: 'https://moved.example/8' })
      await chrome.bookmarks.move(await byTitle('Ordner 11 ☕'), { parentId: root })
      await chrome.bookmarks.move(await byTitle('Page 9'), { parentId: root })
      await chrome.bookmarks.removeTree(await byTitle('Ordner 5 ☕'))
      await chrome.bookmarks.remove(await byTitle('Page 10'))
      const [www] = await chrome.bookmarks.search({ url: 'https://www.same.example/a' })
      await chrome.bookmarks.remove(www?.id ?? '')
    }, this.#root)
  }
}

interface List {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
}

interface Bookmark {
  readonly id: string
  readonly title: string
  readonly content: { readonly url: string }
}

class KarakeepServer {
  readonly #api: APIRequestContext
  readonly #headers: Record<string, string>

  constructor(api: APIRequestContext, token: string) {
    this.#api = api
    this.#headers = { authorization: `Bearer ${token}` }
  }

  async tree(name: string): Promise<Node> {
    const lists = await this.#lists()
    const nodeOf = async (list: List): Promise<Node> => {
      const held = await this.#held(list.id)
      const folders = lists.filter(({ parentId }) => parentId === list.id)
      const links = held.map(({ title, content }) => ({ title, url: content.url }))
      return { title: list.name, children: [...(await Promise.all(folders.map(nodeOf))), ...links] }
    }
    const root = lists.find((list) => list.name === name && list.parentId === null)
    if (root === undefined) throw new Error(`There is no list ${name}.`)
    return sorted(await nodeOf(root))
  }

  async change(): Promise<void> {
    const lists = await this.#lists()
    const named = (name: string) => lists.find((list) => list.name === name)?.id ?? ''
    await this.#send('PATCH', `/lists/${named('Ordner 2 ☕')}`, { name: 'Anders genannt' })
    await this.#send('PATCH', `/lists/${named('Folder, no. 13 & more')}`, { parentId: named('Floccus') })
    const root = named('Floccus')
    const held = await this.#held(root)
    await this.#send('PATCH', `/bookmarks/${held[0]?.id}`, { title: 'Renamed on the server' })
    await this.#send('DELETE', `/bookmarks/${held[1]?.id}`)
    const added = await this.#send('POST', '/bookmarks', {
      type: 'link',
      url: 'https://new.example/',
      title: 'New',
    })
    await this.#send('PUT', `/lists/${named('Renamed, here')}/bookmarks/${added.id}`)
  }

  async #lists(): Promise<List[]> {
    return (await this.#send('GET', '/lists')).lists
  }

  async #held(listId: string): Promise<Bookmark[]> {
    const held: Bookmark[] = []
    let cursor: string | null = ''
    do {
      const path = `/lists/${listId}/bookmarks?limit=100${cursor && `&cursor=${cursor}`}`
      const page: { bookmarks: Bookmark[]; nextCursor: string | null } = await this.#send('GET', path)
      held.push(...page.bookmarks)
      cursor = page.nextCursor
    } while (cursor !== null)
    return held
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers of another service's protocol
  async #send(method: string, path: string, data?: object): Promise<any> {
    const answer = await this.#api.fetch(`/api/v1${path}`, { method, headers: this.#headers, data })
    expect([method, path, answer.ok()]).toEqual([method, path, true])
    return answer.status() === 204 ? null : answer.json()
  }
}
