import { readFileSync } from 'node:fs'
import { SETTINGS_PAGES } from '../apps/web/src/shared/site/settings-pages.ts'
import { freePort } from '../scripts/lib/free-port.mjs'
import { at } from '../scripts/lib/project.mjs'
import { expectNoFindings } from './support/accessibility.ts'
import { expect, openHomeAs, signUp, test } from './support/person.ts'
import { sow } from './support/seed.ts'
import { startServer } from './support/server.ts'

const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'))

test('[PG-6] [RT-8] settings are on pages of at most two screens, and a search finds each section', {
  tag: ['@wide', '@narrow'],
}, async ({ page }) => {
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'Settings page' })).toBeVisible()
  const list = page.getByRole('navigation', { name: 'Pages of the settings' })
  const back = page.getByRole('link', { name: 'All settings' })
  const isPhone = (page.viewportSize()?.width ?? 0) < 992
  // A phone shows the list of pages first, then one page.
  await expect(page.getByRole('region', { name: 'Account', exact: true })).toHaveCount(isPhone ? 0 : 1)
  for (const { title, sections } of SETTINGS_PAGES) {
    await list.getByRole('link', { name: title }).click()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(Object.keys(sections))
    for (const name of Object.keys(sections))
      await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
    await expect(page.getByText(`Cardinal ${version}`, { exact: true })).toBeVisible()
    await expectNoFindings(page, title)
    if (isPhone) {
      await expect(list).toHaveCount(0)
      await back.click()
      await expect(list).toBeVisible()
    } else {
      await expect(list.getByRole('link', { name: title })).toHaveAttribute('aria-current', 'page')
      const screens = await page.evaluate(() => document.documentElement.scrollHeight / innerHeight)
      expect(screens, title).toBeLessThanOrEqual(2)
    }
  }
  const search = list.getByLabel('Find a setting')
  await search.fill('no such thing')
  await expect(list.getByRole('status')).toHaveText('No setting is called so.')
  await search.fill('two fac')
  await search.press('Enter')
  await expect(page).toHaveURL(/#second-step$/)
  await expect(page.getByRole('region', { name: 'Second step' })).toBeFocused()
  await page.goBack()
  if (isPhone) await expect(list).toBeVisible()
  await search.fill('api key')
  await list.getByRole('link', { name: 'Personal tokens' }).click()
  await expect(page.getByRole('region', { name: 'Personal tokens' })).toBeInViewport()
  await page.keyboard.press('Home')
  await page.getByRole('link', { name: 'Back to the cards' }).click()
  await expect(page).toHaveURL(/\/home/)
})

test('[ID-12] the figures of the server are shown to the first account, and others are told so', async ({
  page,
}) => {
  const port = await freePort()
  const server = await startServer([String(port), 'localhost', '', 'private'])
  const origin = `http://localhost:${port}`
  try {
    const owner = await signUp(origin)
    await sow(owner, [{ type: 'note', content: 'one' }])
    const other = await signUp(origin)
    await openHomeAs(page, owner, origin)
    await page.goto(`${origin}/settings`)
    await page.getByRole('link', { name: 'Server', exact: true }).click()
    const figures = page.getByRole('region', { name: 'Figures' })
    await expect(figures).toContainText('SQLite')
    await expect(figures).toContainText('2, 2 of them in the last 30 days')
    await expect(page.getByRole('region', { name: 'People' }).getByText(/^1 card, /)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Memory' })).toContainText(
      /The server holds now\s*[\d,]+ MB/,
    )
    await expectNoFindings(page)

    const context = await page.context().browser()?.newContext()
    const theirs = await context?.newPage()
    if (theirs === undefined) throw new Error('there is no browser')
    await openHomeAs(theirs, other, origin)
    await theirs.goto(`${origin}/server`)
    await expect(theirs.getByRole('alert')).toContainText('Only the owner of this server may see this.')
    await context?.close()
  } finally {
    await server.close()
  }
})
