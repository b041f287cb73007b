import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect, type Page, type Worker } from '@playwright/test'
import { launchWithExtension } from '../../scripts/lib/browser.mjs'
import { openHomeAs, type Person } from './person.ts'

export interface ExtensionBrowser {
  readonly context: BrowserContext
  readonly background: Worker
  /** The options page, which opens after the installation. */
  readonly options: Page
  /** Address of a page of the extension. */
  address(page: string): string
  /** Opens the popup for a page, in a tab of its own: Playwright can't reach the popup at the icon. */
  openPopup(page: Page): Promise<Page>
  close(): Promise<void>
}

/** A whole Chromium with the built extension. */
export async function openWithExtension(): Promise<ExtensionBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'cardinal-e2e-extension-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...(await launchWithExtension()),
    viewport: null,
  })
  const background = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const { host } = new URL(background.url())
  const settings = () => context.pages().find((page) => page.url().endsWith('/options.html'))
  await expect.poll(settings).toBeDefined()
  return {
    context,
    background,
    options: settings()!,
    address: (page) => `chrome-extension://${host}/${page}`,
    openPopup: async (page) => {
      await page.bringToFront()
      const id = await background.evaluate(async () => {
        const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true })
        return tab?.id
      })
      const popup = await context.newPage()
      await popup.setViewportSize({ width: 360, height: 480 })
      await popup.goto(`chrome-extension://${host}/popup.html?tab=${id}`)
      return popup
    },
    close: async () => {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

/** Grants the extension a site: the browser's own prompt can't be reached. */
export async function allowSite({ context, background }: ExtensionBrowser, pattern: string): Promise<void> {
  const page = await context.newPage()
  await page.goto('chrome://extensions')
  await page.evaluate(
    async ([id, site]) => {
      await Reflect.get(chrome, 'developerPrivate').addHostPermission(id, site)
    },
    [new URL(background.url()).host, pattern],
  )
  await page.close()
}

/** Types the server's address, then presses Allow on the page that opens. */
export async function connect({ context, options }: ExtensionBrowser, person: Person, origin: string) {
  const app = await context.newPage()
  await openHomeAs(app, person, origin)
  await app.close()
  await options.bringToFront()
  // Drawn once the page handles presses.
  await expect(options.getByText('Not connected.')).toBeVisible()
  await options.getByLabel('Address of your Cardinal').fill(origin.replace('http://', ''))
  const opening = context.waitForEvent('page')
  await options.getByRole('button', { name: 'Connect' }).click()
  const page = await opening
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByText('Connected. You can close this tab.')).toBeVisible()
  await page.close()
  await expect(options.getByText(/^Connected with/)).toBeVisible()
}

export async function openTab(
  { context }: ExtensionBrowser,
  address: string,
  waitUntil: 'load' | 'commit' = 'load',
): Promise<Page> {
  const page = await context.newPage()
  await page.goto(address, { waitUntil })
  return page
}
