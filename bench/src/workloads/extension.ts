import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { launchWithExtension } from '../../../scripts/lib/browser.mjs'
import { quantile, type Report, type Workload } from '../harness.ts'

const OPENINGS = 30
/** Links stored in the extension, among which it looks for the tab's address. */
const LINKS = 10_000

/** The popup of the browser extension, opened over a tab, in Chromium. */
export const extension: Workload = {
  name: 'extension',
  run: async (report) => {
    const profile = mkdtempSync(join(tmpdir(), 'cardinal-bench-extension-'))
    const site = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Sourdough</title>')
    }).listen(0, '127.0.0.1')
    const context = await chromium.launchPersistentContext(profile, await launchWithExtension())
    try {
      await measure(report, context, `http://127.0.0.1:${(site.address() as AddressInfo).port}`)
    } finally {
      await context.close()
      site.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

async function measure(report: Report, context: BrowserContext, site: string): Promise<void> {
  const background = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const address = (page: string) => new URL(page, background.url()).href
  const settings = await context.newPage()
  await settings.goto(address('/options.html'))
  await settings.evaluate(connect, LINKS)
  await settings.close()
  const page = await context.newPage()
  await page.goto(site)
  const tab = await background.evaluate(async () => (await chrome.tabs.query({ active: true }))[0]?.id)
  const drawn: number[] = []
  const filled: number[] = []
  for (let n = 0; n < OPENINGS; n++) {
    const popup = await context.newPage()
    const times = await openPopup(popup, address(`/popup.html?tab=${tab}`))
    drawn.push(times.drawn)
    filled.push(times.filled)
    await popup.close()
  }
  for (const [name, times, goal] of [
    ['popup drawn', drawn, { atMost: 100 }],
    ['popup filled with the tab', filled, undefined],
  ] as const) {
    report(`${name}, p50`, quantile(times, 0.5), 'ms', goal)
    report(`${name}, p95`, quantile(times, 0.95), 'ms', goal)
  }
}

/** ms from opening until the form is painted, and until it shows the tab's title. */
async function openPopup(popup: Page, address: string): Promise<{ drawn: number; filled: number }> {
  await popup.setViewportSize({ width: 360, height: 480 })
  await popup.goto(address)
  await popup.waitForFunction(() => document.querySelector<HTMLInputElement>('#name')?.value !== '')
  const filled = await popup.evaluate(() => performance.now())
  await popup.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  const drawn = await popup.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  )
  return { drawn, filled }
}

/** Runs in a page of the extension: connects it to an unreachable server, and stores some links. */
async function connect(links: number): Promise<void> {
  const name = 'cardinal-extension'
  // The extension creates its database on its first run.
  while (!(await indexedDB.databases()).some((one) => one.name === name))
    await new Promise((resolve) => setTimeout(resolve, 50))
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  const tx = db.transaction(['links', 'settings'], 'readwrite')
  const connection = { server: 'http://127.0.0.1:9', token: 'none', isRefused: false }
  tx.objectStore('settings').put(connection, 'connection')
  for (let n = 0; n < links; n++) {
    const link = { id: `link ${n}`, keys: [`x.example/${n}`], tagIds: [], createdAt: '2026-01-01T00:00:00Z' }
    tx.objectStore('links').put(link)
  }
  await new Promise((resolve, reject) => {
    tx.oncomplete = resolve
    tx.onerror = reject
  })
  db.close()
}
