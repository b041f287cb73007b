import { freePort } from '../scripts/lib/free-port.mjs'
import { expectNoFindings } from './support/accessibility.ts'
import { expect, openHomeAs, signUp, test } from './support/person.ts'
import { sow } from './support/seed.ts'
import { startServer } from './support/server.ts'

test('[PG-6] [RT-8] settings keep the app’s frame and list their sections; the one that is read is marked', {
  tag: ['@wide', '@narrow'],
}, async ({ page }) => {
  await page.goto('/settings')
  const links = page.getByRole('navigation', { name: 'Sections of the settings' }).getByRole('link')
  await expect(links.filter({ hasText: 'Personal tokens' })).toBeVisible()
  for (const name of await links.allInnerTexts())
    await expect(page.getByRole('region', { name, exact: true })).toHaveCount(1)
  await links.filter({ hasText: 'Personal tokens' }).click()
  await expect(page).toHaveURL(/#personal-tokens$/)
  await expect(page.getByRole('region', { name: 'Personal tokens' })).toBeInViewport()
  await expect(links.filter({ hasText: 'Personal tokens' })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('link', { name: 'Back to the cards' }).click()
  await expect(page).toHaveURL(/\/home/)
})

test('[ID-12] the figures of the server are for the first account; others are told so', async ({ page }) => {
  const port = await freePort()
  const server = await startServer([String(port), 'localhost', '', 'private'])
  const origin = `http://localhost:${port}`
  try {
    const owner = await signUp(origin)
    await sow(owner, [{ type: 'note', content: 'one' }])
    const other = await signUp(origin)
    await openHomeAs(page, owner, origin)
    await page.goto(`${origin}/settings`)
    await page.getByRole('link', { name: 'Users, cards, storage and version' }).click()
    const figures = page.getByRole('region', { name: 'Figures' })
    await expect(figures).toContainText('SQLite')
    await expect(figures).toContainText('2, 2 of them in the last 30 days')
    await expect(page.getByRole('region', { name: 'People' }).getByText(/^1 card, /)).toBeVisible()
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
