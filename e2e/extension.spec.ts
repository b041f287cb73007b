import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { test as base, expect, type Page } from '@playwright/test'
import { at } from '../scripts/lib/project.mjs'
import { expectNoFindings } from './support/accessibility.ts'
import { allowSite, connect, type ExtensionBrowser, openTab, openWithExtension } from './support/extension.ts'
import { openGateway } from './support/gateway.ts'
import { type Person, signUp } from './support/person.ts'
import { linksOf, sow } from './support/seed.ts'

/** A site with pages to save. */
function startSite(): Server {
  return createServer(({ url = '' }, response) => {
    const title = `Sourdough ${decodeURIComponent(url.slice(1))}`
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>${title}</title><h1>${title}</h1><p>Feed the starter at noon`)
  }).listen(0, 'localhost')
}

const test = base.extend<{ person: Person; browserWithIt: ExtensionBrowser; site: string }>({
  person: async ({ baseURL }, use) => use(await signUp(baseURL ?? '')),
  site: async ({ browserName: _name }, use) => {
    const site = startSite()
    await once(site, 'listening')
    await use(`http://localhost:${(site.address() as AddressInfo).port}`)
    site.closeAllConnections()
    site.close()
  },
  browserWithIt: async ({ browserName: _name }, use) => {
    const browser = await openWithExtension()
    // Connecting requests access to the server's site; a press on the icon gives access to the tab.
    await allowSite(browser, 'http://localhost/*')
    await use(browser)
    await browser.close()
  },
})

test.use({ serviceWorkers: 'allow' })

/** The badge on the icon for a tab. */
function onIcon({ background }: ExtensionBrowser, address: string): Promise<string> {
  return background.evaluate(async (url) => {
    const [tab] = await chrome.tabs.query({ url })
    return tab?.id === undefined ? 'no tab' : chrome.action.getTitle({ tabId: tab.id })
  }, address)
}

interface SavedLink {
  readonly content: string
  readonly address: string
  readonly titles: readonly { readonly text: string }[]
  readonly tags_assigned: readonly string[]
}

const links = (person: Person) => linksOf<SavedLink>(person)

const savedLinks = async (person: Person) =>
  (await links(person))
    .map(({ content, tags_assigned }) => `${content} (${tags_assigned.length} tags)`)
    .sort()
const addresses = async (person: Person) => (await links(person)).map(({ address }) => address).sort()
const subnotes = async (person: Person) =>
  (await links(person)).flatMap(({ titles }) => titles.map(({ text }) => text))

test('the extension for each browser names the version of the app', () => {
  const versionIn = (path: string) => JSON.parse(readFileSync(at(path), 'utf8')).version
  for (const browser of ['chromium', 'firefox'])
    expect(versionIn(`packages/extension/dist/${browser}/manifest.json`)).toBe(versionIn('package.json'))
})

test('the packages of the extension have the same bytes when they are built again, with the icons that stores ask for', async () => {
  const { stdout, stderr } = await promisify(execFile)('npm', ['run', 'extension', '--', 'twice'], {
    cwd: at('.'),
  })
  expect(`${stdout}${stderr}`.match(/A second build has the same bytes/g)).toHaveLength(2)
  for (const browser of ['chromium', 'firefox']) {
    const folder = at(`packages/extension/dist/${browser}`)
    const { icons } = JSON.parse(readFileSync(`${folder}/manifest.json`, 'utf8'))
    expect(Object.keys(icons)).toEqual(['16', '32', '48', '128'])
    for (const [size, name] of Object.entries(icons))
      expect(readFileSync(`${folder}/${name}`).readUInt32BE(16), `${name}`).toBe(Number(size))
  }
})

test('the listing of the extension explains each of its permissions', () => {
  const { permissions, optional_host_permissions } = JSON.parse(
    readFileSync(at('packages/extension/dist/chromium/manifest.json'), 'utf8'),
  )
  const listing = readFileSync(at('packages/extension/store/listing.md'), 'utf8')
  for (const name of [...permissions, ...optional_host_permissions]) expect(listing).toContain(`\`${name}\``)
})

test('a tab is saved with its selection and a suggested tag, and the icon shows that it is saved', async ({
  browserWithIt: browser,
  person,
  site,
  baseURL,
}) => {
  const before = ['Sourdough basics', 'Sourdough crust', 'Sourdough starter']
  await sow(
    person,
    before.map((text, n) => ({ type: 'link', content: `${text} ${site}/old-${n}`, tags: ['baking'] })),
  )
  await connect(browser, person, baseURL ?? '')
  const tab = await openTab(browser, `${site}/loaf%20%23tips`)
  await tab.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('p') ?? document.body))
  const popup = await browser.openPopup(tab)
  await expect(popup.getByLabel('Selected text')).toHaveValue('Feed the starter at noon')
  await expect(popup.getByLabel('Title')).toHaveValue('Sourdough loaf #tips')
  await popup.getByLabel('Title').press('End')
  await popup.keyboard.type(' #rise #soup')
  await expect(popup.getByText('Understood: tagged rise, soup'), 'not of what the page says').toBeVisible()
  await popup.keyboard.press('Backspace')
  await expect(popup.getByText('Understood: tagged rise', { exact: true })).toBeVisible()
  const chips = popup.getByRole('button', { name: /Make it plain text$/ })
  await expect(chips).toHaveText(['#rise'])
  const [field, chip] = [await popup.getByLabel('Title').boundingBox(), await chips.boundingBox()]
  expect((chip?.y ?? 0) - (field?.y ?? 0), 'it stands in the field').toBeGreaterThan(0)
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeGreaterThan((chip?.y ?? 0) + (chip?.height ?? 0))
  if (process.env.SHOTS) await popup.screenshot({ path: `${process.env.SHOTS}/popup-title.png` })
  await popup.getByRole('button', { name: 'baking' }).click()
  await expect(popup.getByLabel('Tags', { exact: true })).toBeFocused()
  await popup.keyboard.type('new, -')
  await popup.keyboard.press('Enter')
  await expect(popup.getByRole('alert')).toHaveText('Only alphanumeric characters are allowed.')
  await expectNoFindings(popup, 'popup')
  await popup.keyboard.press('Backspace')
  await popup.keyboard.press('Enter')
  await expect(popup.getByText('Saved.', { exact: true })).toBeVisible()
  const card = `Sourdough loaf #tips #soup\nFeed the starter at noon\n${site}/loaf%20%23tips (3 tags)`
  await expect.poll(() => savedLinks(person)).toContain(card)
  await tab.bringToFront()
  await expect.poll(() => onIcon(browser, `${site}/loaf%20%23tips`)).toBe('Saved already')

  const again = await browser.openPopup(tab)
  await expect(again.getByText(/Tags: baking, new, rise\./)).toBeVisible()
  await again.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => savedLinks(person)).not.toContain(card)
  await tab.bringToFront()
  await expect.poll(() => onIcon(browser, `${site}/loaf%20%23tips`)).toBe('Save this tab')
  await expectNoFindings(browser.options, 'settings of the extension')
})

test('all tabs are saved at once, wait while there is no network, and can be removed by undo', async ({
  browserWithIt: browser,
  person,
  site,
  baseURL,
}) => {
  const network = await openGateway(baseURL ?? '')
  await connect(browser, person, network.origin)
  await openTab(browser, `${site}/one`)
  const tab = await openTab(browser, `${site}/two`)
  const popup = await browser.openPopup(tab)
  await popup.getByRole('button', { name: 'All 2 tabs' }).click()
  await expect(popup.getByText('2 tabs saved.')).toBeVisible()
  await expect.poll(() => savedLinks(person)).toHaveLength(2)
  await popup.getByRole('button', { name: 'Undo' }).click()
  await expect(popup.getByText('Taken back.')).toBeVisible()
  await expect.poll(() => savedLinks(person)).toHaveLength(0)

  network.intervenes = () => 'cuts'
  const offline = await browser.openPopup(tab)
  await expect(
    offline.getByText('Cardinal can’t be reached. What you save waits on this device.'),
  ).toBeVisible()
  await offline.keyboard.press('Enter')
  await offline.keyboard.press('Enter')
  await expect(offline.getByText('Saved.', { exact: true })).toBeVisible()
  await expect(browser.options.getByRole('listitem').filter({ hasText: 'Sourdough two' })).toBeVisible()
  network.intervenes = null
  await browser.options.getByRole('button', { name: 'Send now' }).click()
  await expect.poll(() => savedLinks(person)).toEqual([`Sourdough two\n${site}/two (0 tags)`])
  await expect(browser.options.getByText('Everything is sent.')).toBeVisible()
  await network.close()
})

/** Presses an item of a page's context menu, by the event that the browser sends. */
async function pressInMenu(
  { background }: ExtensionBrowser,
  tab: Page,
  info: { menuItemId: string; linkUrl?: string; srcUrl?: string; selectionText?: string },
): Promise<void> {
  await tab.bringToFront()
  await background.evaluate(
    async ([url, pressed]) => {
      const [found] = await chrome.tabs.query({ url })
      const { onClicked } = chrome.contextMenus as unknown as { onClicked: Dispatching }
      onClicked.dispatch({ pageUrl: url, editable: false, ...pressed }, found)
    },
    [tab.url(), info] as const,
  )
}

/** An event of the browser that a test can trigger. */
interface Dispatching {
  dispatch(...told: unknown[]): void
}

test('menus save a page, a link, a picture and a selection; the address bar finds them; no title changes an address', async ({
  browserWithIt: browser,
  person,
  site,
  baseURL,
}) => {
  await connect(browser, person, baseURL ?? '')
  const { background } = browser
  const items = await background.evaluate(() =>
    Promise.all(
      ['page', 'selection', 'link', 'image', 'none'].map(
        (id) =>
          new Promise<boolean>((resolve) =>
            chrome.contextMenus.update(id, {}, () => resolve(chrome.runtime.lastError === undefined)),
          ),
      ),
    ),
  )
  expect(items).toEqual([true, true, true, true, false])

  const tab = await openTab(browser, `${site}/loaf`)
  await tab.evaluate(() => {
    document.title = 'See https://other.example/x for more'
  })
  await pressInMenu(browser, tab, { menuItemId: 'page' })
  await expect.poll(() => addresses(person)).toEqual([`${site}/loaf`])
  await expect.poll(() => onIcon(browser, `${site}/loaf`)).toBe('Saved already')
  await pressInMenu(browser, tab, { menuItemId: 'selection', selectionText: 'As on https://third.example/y' })
  await expect.poll(() => subnotes(person)).toEqual(['As on https://third.example/y'])
  await pressInMenu(browser, tab, { menuItemId: 'link', linkUrl: `${site}/linked` })
  await pressInMenu(browser, tab, { menuItemId: 'image', srcUrl: `${site}/picture.png` })
  const other = await openTab(browser, `${site}/other`)
  await pressInMenu(browser, other, {
    menuItemId: 'selection',
    selectionText: 'https://fourth.example/ first',
  })
  const all = ['linked', 'loaf', 'other', 'picture.png'].map((name) => `${site}/${name}`)
  await expect.poll(() => addresses(person)).toEqual(all)
  await pressInMenu(browser, other, { menuItemId: 'image', srcUrl: 'data:image/png;base64,AAAA' })
  await expect
    .poll(() => onIcon(browser, `${site}/other`))
    .toBe('Only addresses that begin with http or https can be saved')

  const offered = await background.evaluate(
    () =>
      new Promise<{ content: string }[]>((resolve) => {
        const { onInputChanged } = chrome.omnibox as unknown as { onInputChanged: Dispatching }
        onInputChanged.dispatch('other.example', resolve)
      }),
  )
  expect(offered.map(({ content }) => content)).toEqual([`${site}/loaf`])
  const enter = (text: string, where: string) =>
    background.evaluate(
      ([typed, disposition]) => {
        const { onInputEntered } = chrome.omnibox as unknown as { onInputEntered: Dispatching }
        onInputEntered.dispatch(typed, disposition)
      },
      [text, where] as const,
    )
  await other.bringToFront()
  await enter(`${site}/loaf`, 'currentTab')
  await expect(other).toHaveURL(`${site}/loaf`)
  const opening = browser.context.waitForEvent('page')
  await enter('other.example, -cake', 'newForegroundTab')
  const app = await opening
  await expect(app).toHaveURL(/search=other\.example%2C(%20|\+)-cake/)
  // Cards that the search finds loosely stand in a list of their own.
  await expect(app.getByRole('list', { name: 'Cards', exact: true }).getByRole('article')).toHaveCount(1)
})
