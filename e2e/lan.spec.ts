import type { Page } from '@playwright/test'
import { type LanServer, openLanServer } from './support/lan.ts'
import { add, cards, syncState } from './support/offline.ts'
import { test as base, createAccount, expect, newPerson, openHomeAs, signUp } from './support/person.ts'

/** `lan` is a server for other devices, reached over plain HTTP: not a secure context. */
const test = base.extend<{ lan: LanServer }>({
  storageState: { cookies: [], origins: [] },
  lan: async ({ browserName: _name }, use, info) => {
    const server = await openLanServer()
    info.skip(server === null, 'This machine has no address that other devices could use.')
    if (server === null) return
    await use(server)
    await server.close()
  },
})

test.use({ serviceWorkers: 'allow' })

/** Errors that a page logs to the console. */
function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  return errors
}

test('[ID-1] [OF-8] a phone on the local network signs up and adds a card over plain HTTP, and the server stores it', async ({
  page,
  lan,
}) => {
  const errors = errorsOf(page)
  await page.goto(`${lan.origin}/api/user/sign-in/start?return_to=/home`)
  await createAccount(page, newPerson())
  expect(new URL(page.url()).origin, 'not sent to another address').toBe(lan.origin)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  await expect(syncState(page)).toHaveText('Saved')
  await add(page, 'From the phone')
  await expect(syncState(page)).toHaveText('Saved')
  const token = await page.evaluate(() => localStorage.getItem('jwt_access_token'))
  const held = await page.request.get(`${lan.origin}/api/sync/pull`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await held.text()).toContain('From the phone')
  expect(errors).toEqual([])
})

test('[OF-5] two tabs over plain HTTP both write, each change arrives once, and another device shows them', async ({
  context,
  browser,
  lan,
}) => {
  const person = await signUp(lan.origin)
  const [first, second] = [await context.newPage(), await context.newPage()]
  await openHomeAs(first, person, lan.origin)
  await openHomeAs(second, person, lan.origin)
  for (const page of [first, second]) await expect(syncState(page)).toHaveText('Saved')
  await context.setOffline(true)
  for (const n of [1, 2, 3]) {
    await add(first, `first ${n}`)
    await add(second, `second ${n}`)
  }
  await expect(syncState(first)).toHaveText('Offline, 6 changes waiting')
  await context.setOffline(false)
  for (const page of [first, second]) await expect(syncState(page)).toHaveText('Saved')
  for (const page of [first, second]) await expect(cards(page)).toHaveCount(6)
  const other = await (await browser.newContext()).newPage()
  await openHomeAs(other, person, lan.origin)
  await expect(cards(other)).toHaveCount(6)
  await add(other, 'from elsewhere')
  for (const page of [first, second]) await expect(cards(page)).toHaveCount(7)
  await other.context().close()
})

test('[OF-1] a page over plain HTTP says once what is missing and why, and settings always say it', async ({
  page,
  lan,
}) => {
  const person = await signUp(lan.origin)
  await openHomeAs(page, person, lan.origin)
  const note = page
    .getByRole('region', { name: 'Notifications' })
    .locator('span', { hasText: 'Over plain HTTP' })
  await expect(note).toContainText('cannot be opened offline or installed')
  await page.reload()
  await expect(syncState(page)).toHaveText('Saved')
  await expect(note, 'once').toHaveCount(0)
  await page.goto(`${lan.origin}/settings#devices`)
  const facts = page.getByRole('region', { name: 'On this device' })
  await expect(facts).toContainText(/Opening without a network.*Not at this address/s)
  await expect(facts).toContainText(lan.origin)
})

test('a text can be copied over plain HTTP', async ({ page, lan }) => {
  const person = await signUp(lan.origin)
  await openHomeAs(page, person, lan.origin)
  await add(page, 'Copy me')
  await cards(page)
    .first()
    .getByRole('button', { name: /Actions|More/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Copy text' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Copied')
})

test('the server says at its start how other devices reach it, and what they will miss', async ({ lan }) => {
  await expect.poll(lan.output).toContain(`Other devices: ${lan.origin}`)
  await expect.poll(lan.output).toContain('CARDINAL_PUBLIC_URL is not set')
  await expect.poll(lan.output).toMatch(/cannot open it offline or install it/)
})
