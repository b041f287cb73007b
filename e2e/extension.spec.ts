import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base, expect, type Page } from '@playwright/test'
import { expectNoFindings } from './support/accessibility.ts'
import { allowSite, type ExtensionBrowser, openWithExtension } from './support/extension.ts'
import { openGateway } from './support/gateway.ts'
import { openHomeAs, type Person, signUp } from './support/person.ts'
import { serverFor, sow } from './support/seed.ts'

/** A site with pages to save. */
function startSite(): Server {
  return createServer(({ url = '' }, response) => {
    const title = `Sourdough ${url.slice(1)}`
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
    // Connecting asks for the server's site; pressing the icon gives access to the tab.
    await allowSite(browser, 'http://localhost/*')
    await use(browser)
    await browser.close()
  },
})

test.use({ serviceWorkers: 'allow' })

/** Types the server's address, then presses Allow on the page that opens. */
async function connect({ context, options }: ExtensionBrowser, person: Person, origin: string) {
  const app = await context.newPage()
  await openHomeAs(app, person, origin)
  await app.close()
  await options.bringToFront()
  await options.getByLabel('Address of your Cardinal').fill(origin.replace('http://', ''))
  const opening = context.waitForEvent('page')
  await options.getByRole('button', { name: 'Connect' }).click()
  const page = await opening
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByText('Connected. You can close this tab.')).toBeVisible()
  await page.close()
  await expect(options.getByText(/^Connected with/)).toBeVisible()
}

async function openTab({ context }: ExtensionBrowser, address: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(address)
  return page
}

/** The badge of a tab. */
function onIcon({ background }: ExtensionBrowser, address: string): Promise<string> {
  return background.evaluate(async (url) => {
    const [tab] = await chrome.tabs.query({ url })
    return tab?.id === undefined ? 'no tab' : chrome.action.getTitle({ tabId: tab.id })
  }, address)
}

async function savedLinks(person: Person): Promise<string[]> {
  const server = await serverFor(person)
  const answer = await server.post('/api/entity/get-matching-entities', {
    data: { userIsTyping_inSearchbar: '', type: 'hyperlink', params: { page: 0, limit: 100 } },
  })
  const { data } = (await answer.json()) as { data: { content: string; tags_assigned: string[] }[] }
  await server.dispose()
  return data.map(({ content, tags_assigned }) => `${content} (${tags_assigned.length} tags)`).sort()
}

test('a tab is saved with its selection and a suggested tag, and the icon says so', async ({
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
  const tab = await openTab(browser, `${site}/loaf`)
  await tab.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('p') ?? document.body))
  const popup = await browser.openPopup(tab)
  await expect(popup.getByLabel('Selected text')).toHaveValue('Feed the starter at noon')
  await expect(popup.getByLabel('Title')).toHaveValue('Sourdough loaf')
  await popup.getByRole('button', { name: 'baking' }).click()
  await expect(popup.getByLabel('Tags', { exact: true })).toBeFocused()
  await popup.keyboard.type('new, -')
  await popup.keyboard.press('Enter')
  await expect(popup.getByRole('alert')).toHaveText('Only alphanumeric characters are allowed.')
  await expectNoFindings(popup, 'popup')
  await popup.keyboard.press('Backspace')
  await popup.keyboard.press('Enter')
  await expect(popup.getByText('Saved.', { exact: true })).toBeVisible()
  const card = `Sourdough loaf\nFeed the starter at noon\n${site}/loaf (2 tags)`
  await expect.poll(() => savedLinks(person)).toContain(card)
  await tab.bringToFront()
  await expect.poll(() => onIcon(browser, `${site}/loaf`)).toBe('Saved already')

  const again = await browser.openPopup(tab)
  await expect(again.getByText(/Tags: baking, new\./)).toBeVisible()
  await again.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => savedLinks(person)).not.toContain(card)
  await tab.bringToFront()
  await expect.poll(() => onIcon(browser, `${site}/loaf`)).toBe('Save this tab')
  await expectNoFindings(browser.options, 'settings of the extension')
})

test('all tabs are saved in one press, wait while there is no network, and are taken back', async ({
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
