import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { ensureBuilt } from '../../scripts/lib/build.mjs'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { at } from '../../scripts/lib/project.mjs'
import { allowSite, connect, openTab, openWithExtension } from '../support/extension.ts'
import { signUp } from '../support/person.ts'
import { sow } from '../support/seed.ts'
import { startServer } from '../support/server.ts'

/**
 * `npm run extension:pictures`: the pictures of the listing in the stores, from the built extension. Chrome's store asks for
 * 1280 × 800. A popup can't be photographed at its icon, so it is laid over the page that it was opened for.
 */
const SIZE = { width: 1280, height: 800 }
const STORE = at('packages/extension/store')
const ARTICLE = `<!doctype html><title>A sourdough that rises</title><meta charset="utf-8">
  <body style="margin: 64px 120px; max-width: 640px; font: 19px/1.6 Georgia, serif; color: #222">
  <h1 style="font-size: 42px; line-height: 1.15">A sourdough that rises</h1>
  <p>Feed the starter at noon, and again in the evening. It is ready when a spoonful of it floats.</p>
  <p>Mix flour and water, and wait for half an hour before the salt. Fold the dough four times, every thirty minutes, with wet hands.</p>
  <p>Let it stand in the cold overnight. Bake it in a closed pot that was heated before.</p>`

await ensureBuilt()
const port = await freePort()
const origin = `http://localhost:${port}`
const server = await startServer([String(port), 'localhost', '', 'private'])
const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(ARTICLE))
await new Promise<void>((done) => site.listen(0, 'localhost', done))
const article = `http://localhost:${(site.address() as AddressInfo).port}/a-sourdough-that-rises`
const browser = await openWithExtension()
try {
  const person = await signUp(origin)
  await sow(
    person,
    ['Sourdough basics', 'The crust', 'A starter from rye'].map((text, n) => ({
      type: 'link',
      content: `${text} ${new URL(article).origin}/old-${n}`,
      tags: ['baking', n === 0 ? 'bread' : 'sourdough'],
    })),
  )
  await allowSite(browser, 'http://localhost/*')
  await connect(browser, person, origin)
  await browser.options.setViewportSize(SIZE)
  writeFileSync(`${STORE}/connected.png`, await browser.options.screenshot())
  const tab = await openTab(browser, article)
  await tab.setViewportSize(SIZE)
  await tab.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('p') ?? document.body))
  const popup = await browser.openPopup(tab)
  await popup.getByRole('button', { name: 'baking' }).click()
  await keep('save.png', tab, popup)
  await popup.getByRole('button', { name: 'Save', exact: true }).click()
  await popup.getByText('Saved.', { exact: true }).waitFor()
  await tab.bringToFront()
  await keep('saved.png', tab, await browser.openPopup(tab))
} finally {
  await browser.close()
  site.closeAllConnections()
  site.close()
  await server.close()
}

/** Lays a popup over its page, at the top right. */
async function keep(name: string, page: Page, popup: Page): Promise<void> {
  await popup.waitForTimeout(500)
  const box = await popup.locator('body').screenshot()
  const behind = await page.screenshot()
  const canvas = await browser.context.newPage()
  await canvas.setViewportSize(SIZE)
  const source = (picture: Buffer) => `data:image/png;base64,${picture.toString('base64')}`
  await canvas.setContent(`<body style="margin: 0; background: #fff">
    <img src="${source(behind)}" style="display: block; width: 100%">
    <img src="${source(box)}" style="position: fixed; top: 8px; right: 24px; border-radius: 8px; box-shadow: 0 8px 32px #0005">`)
  writeFileSync(`${STORE}/${name}`, await canvas.screenshot())
  await canvas.close()
}
