import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect, type Page, type Worker } from '@playwright/test'
import { launchWithExtension } from '../../scripts/lib/browser.mjs'

/** A browser with the built extension. */
export interface ExtensionBrowser {
  readonly context: BrowserContext
  /** Its background script. */
  readonly background: Worker
  /** Its settings, which open by themselves when it is new. */
  readonly options: Page
  /** Returns the address of a page of the extension. */
  address(page: string): string
  /** Opens the popup for a page, in a tab of its own: Playwright does not reach what hangs on the icon. */
  openPopup(page: Page): Promise<Page>
  close(): Promise<void>
}

/** Starts a whole Chromium with the extension loaded, as it is built for people. */
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

/** Lets the extension use a site: the browser's own question for it has no window here. */
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
