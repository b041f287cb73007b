import { expect, type Page, test } from '@playwright/test'
import { freePort } from '../scripts/lib/free-port.mjs'
import { expectNoFindings } from './support/accessibility.ts'
import { type RunningServer, startServer } from './support/server.ts'

/** A server for a household: no prices are configured. */
let server: RunningServer
let origin: string

test.beforeAll(async () => {
  const port = await freePort()
  server = await startServer([String(port), 'localhost', '', 'private'])
  origin = `http://localhost:${port}`
})
test.afterAll(() => server.close())

const main = (page: Page) => page.getByRole('main')

test('a private site with a short start page signs people in at once, and still explains how it works', async ({
  page,
}) => {
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await page.goto(origin)
  await expect(main(page).getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByLabel('I have read How it Works')).toHaveCount(0)
  await expectNoFindings(page)
  await main(page).getByRole('button', { name: 'How it works' }).click()
  await expect(page.getByRole('dialog', { name: 'How it works' }).getByRole('listitem')).toHaveCount(3)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'See what Cardinal does' }).click()
  await expect(page.getByRole('combobox', { name: 'Search the sample workspace' })).toBeVisible()
  await page.goto(origin)
  await expect(main(page).getByRole('button', { name: 'Create account' })).toBeVisible()
  await main(page).getByRole('button', { name: 'Sign in' }).click()
  // No account exists on this server yet.
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  expect(errors, 'the script finds the text that was written out').toEqual([])
})

test('a private site has no prices, no refunds, and no address or law of somebody else', async ({ page }) => {
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  for (const path of [
    '/pricing',
    '/refund',
    '/shipping',
    '/contact',
    '/terms-of-service',
    '/privacy-policy',
    '/faqs',
  ]) {
    const answer = await page.goto(`${origin}${path}`)
    expect([path, answer?.status()]).toEqual([path, 200])
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const text = await main(page).innerText()
    expect([
      path,
      text.match(/support@localhost|[₹$€£]|Baner Road|laws of India|money back|__\w+__/g),
    ]).toEqual([path, null])
  }
  expect(errors, 'the script finds the texts that were written out').toEqual([])
  await page.goto(`${origin}/pricing`)
  await expect(page.getByText('Free for up to 500 cards. This server doesn’t take payments.')).toBeVisible()
  for (const name of ['Pricing', 'Refunds', 'Shipping'])
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
  await page.goto(`${origin}/terms-of-service`)
  await expect(main(page).getByRole('heading', { level: 2 })).toHaveCount(12)
  await expect(main(page)).toContainText('where the operator of this server lives')
  await page.goto(`${origin}/privacy-policy`)
  await expect(main(page).getByRole('heading', { level: 2 })).toHaveCount(14)
})

test('pages of a private site can be read without script, and ask search engines to leave them out', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${origin}/contact`)
  const text = await main(page).innerText()
  expect(text).toContain('This is a private server.')
  expect(text).not.toMatch(/run by|By post|By email|CARDINAL_/)
  await page.goto(`${origin}/privacy-policy`)
  await expect(main(page)).toContainText('Write to the operator of this server or to the address', {
    useInnerText: true,
  })
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await context.close()
})

test('[LP-1] [LP-3] a server without settings shows the whole landing page, without prices', {
  tag: ['@wide', '@narrow'],
}, async ({ page }) => {
  const port = await freePort()
  const plain = await startServer([String(port), 'localhost', '', 'unset'])
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  try {
    await page.goto(`http://localhost:${port}/tour`)
    await expect(page).toHaveURL(`http://localhost:${port}/`)
    for (const id of ['videos', 'use-cases']) await expect(page.locator(`#${id}`)).toHaveCount(1)
    await expect(page.getByRole('combobox', { name: 'Search the sample workspace' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Pricing', exact: true })).toHaveCount(0)
    await expect(main(page).getByRole('button', { name: /^(Sign in|Create account)$/ })).toHaveCount(0)
    await page.getByLabel('I have read How it Works').check()
    await expect(main(page).getByRole('button', { name: 'Sign in' })).toBeVisible()
    await main(page).getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
    expect(errors, 'the script finds the text that was written out').toEqual([])
  } finally {
    await plain.close()
  }
})
