import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { hostilePage, sendPage } from '../apps/server/test/support/sent-pages.ts'
import { expectNoFindings } from './support/accessibility.ts'
import { cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'

const viewer = (page: Page) => page.getByRole('dialog', { name: 'Files of the card' })
const shown = (page: Page) => viewer(page).frameLocator('iframe')

/**
 * A server that answers for every address in a hostile page. It counts connections, because opening one
 * already reveals the reader.
 */
async function spy(): Promise<{ server: Server; origin: string; connections: () => number }> {
  let count = 0
  const server = createServer((_request, response) => void response.end('alert(1)'))
  server.on('connection', () => count++)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { server, origin: `http://127.0.0.1:${port}`, connections: () => count }
}

test('a hostile page that was kept is drawn, and runs nothing, asks for nothing, and leads nowhere', async ({
  page,
  person,
  baseURL,
}) => {
  const { server, origin, connections } = await spy()
  const html = hostilePage(origin)
  const sent = await sendPage(`${baseURL}/api`, '/v1/bookmarks/singlefile', person.accessToken, {
    html,
    url: 'https://news.example/wall',
  })
  expect(sent.status).toBe(201)
  await page.goto('/home?primary_opt=all')
  await cards(page)
    .getByRole('button', { name: /^Open the kept page of / })
    .click()
  await expect(shown(page).getByRole('heading', { name: 'Hostile' })).toHaveCSS('color', 'rgb(1, 2, 3)')
  const before = page.url()
  const frame = shown(page)
  for (const id of ['out', 'run', 'top', 'send']) await frame.locator(`#${id}`).click()
  await frame.locator('#out').press('Enter')
  await expect(frame.getByRole('heading', { name: 'Hostile' })).toBeVisible()
  await expect(frame.locator('#kept')).toHaveJSProperty('naturalWidth', 1)
  expect([page.url(), page.context().pages().length]).toEqual([before, 1])
  expect(await page.title()).not.toContain('owned')
  const element = await viewer(page).locator('iframe').elementHandle()
  const inside = await element?.contentFrame()
  // The debugger runs this script in the frame. The page itself may run none.
  expect(await inside?.evaluate(() => self.origin)).toBe('null')
  expect(connections()).toBe(0)
  server.close()
})

test('a kept page is shown with its date and size, saved as it was sent, removed and brought back', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person, baseURL }) => {
  const html =
    '<!doctype html><title>Bread</title><body style="font: 16px serif"><h1>Bread behind a wall</h1>'
  const send = (path: string) =>
    sendPage(`${baseURL}/api`, path, person.accessToken, { html, url: 'https://bread.example/loaf' })
  expect((await send('/bookmarks/singlefile/')).status).toBe(201)
  await page.goto('/home?primary_opt=all')
  const open = cards(page).getByRole('button', { name: /^Open the kept page of / })
  await expect(open).toHaveText('Kept page')
  await expectNoFindings(page, 'row with a kept page')
  await open.click()
  await expect(shown(page).getByRole('heading', { name: 'Bread behind a wall' })).toBeVisible()
  await expect(viewer(page)).toContainText(`${Buffer.byteLength(html)} B · as it was on`)
  await expectNoFindings(page, 'kept page')
  await page.screenshot({ path: test.info().outputPath('kept-page.png') })
  const download = page.waitForEvent('download')
  await viewer(page).getByRole('button', { name: 'Download' }).click()
  const saved = await (await download).createReadStream()
  expect(Buffer.concat(await saved.toArray()).toString()).toBe(html)
  await viewer(page).getByRole('button', { name: 'Remove from the card' }).click()
  await expect(viewer(page)).toContainText('This card has no files')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(shown(page).getByRole('heading', { name: 'Bread behind a wall' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(open).toBeVisible()
})

test('a kept page stands beside the copy, and its viewer says offline that only the server has it', async ({
  page,
  person,
  baseURL,
}) => {
  const html = '<!doctype html><h1>Whole</h1>'
  await sendPage(`${baseURL}/api`, '/v1/bookmarks/singlefile', person.accessToken, {
    html,
    url: 'https://bread.example/loaf',
  })
  await page.goto('/home?primary_opt=all')
  await expect(cards(page)).toHaveCount(1)
  const id = await cards(page).first().getAttribute('data-card')
  await page.goto(`/home?primary_opt=all&popups_center=page-copy&page-copy.entityId=${id}`)
  const keptPage = page
    .getByRole('dialog', { name: 'Copy of the page' })
    .getByRole('button', { name: 'Kept page' })
  await keptPage.click()
  await expect(shown(page).getByRole('heading', { name: 'Whole' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toHaveCount(0)
  await page.context().setOffline(true)
  await keptPage.click()
  await expect(viewer(page)).toContainText('The page is on the server alone')
  await expect(viewer(page).getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(shown(page).getByRole('heading', { name: 'Whole' })).toBeVisible()
})
