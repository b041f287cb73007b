import { expect, test } from '@playwright/test'
import { holding } from './support/holding.ts'

test('[PG-4] see more shows the rest of the manual and hides itself', async ({ page }) => {
  await page.goto('/docs')
  const more = page.getByRole('button', { name: 'See more' })
  await expect(page.getByRole('heading', { name: 'How the searchbar works' })).toHaveCount(0)
  await more.click()
  await expect(page.getByRole('heading', { name: 'How it works' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'How the searchbar works' })).toBeVisible()
  await expect(more).toHaveCount(0)
})

test('[PG-4] ten usage examples, one open at a time', async ({ page }) => {
  await page.goto('/docs')
  const examples = page.locator('#usage-examples').getByRole('heading', { level: 3 }).getByRole('button')
  await expect(examples).toHaveText([
    'Entrepreneur',
    'Chef',
    'Programmer / developer',
    'Working professional',
    'Fitness',
    'Parent',
    'Student',
    'Freelancer',
    'Researcher',
    'Gardener',
  ])
  await examples.nth(1).click()
  await expect(page.getByRole('term')).toHaveText(['Scenario', 'Tags and groups', 'Usage', 'Outcome'])
  await examples.nth(9).click()
  await expect(examples.nth(1)).toHaveAttribute('aria-expanded', 'false')
  await expect(examples.nth(9)).toHaveAttribute('aria-expanded', 'true')
  await examples.nth(9).click()
  await expect(examples.nth(9)).toHaveAttribute('aria-expanded', 'false')
})

test('[PG-4] every usage example finds something in its own cards', async ({ page }) => {
  await page.goto('/docs')
  const examples = page.locator('#usage-examples').getByRole('heading', { level: 3 }).getByRole('button')
  for (let index = 0; index < 10; index++) {
    await examples.nth(index).click()
    await page.getByRole('button', { name: /^Try it/ }).click()
    await expect(page.getByRole('list', { name: 'Cards found' }).getByRole('article').first()).toBeVisible()
  }
})

test('[ID-8] opening a usage example while signed out is recorded', async ({ page }) => {
  await page.goto('/docs')
  // Nothing else is recorded on this page.
  const recorded = page.waitForResponse((response) => response.url().endsWith('/api/user/action-taken'))
  await page.getByRole('button', { name: 'Chef' }).click()
  expect((await recorded).status()).toBe(200)
})

test('[PG-5] the manual states the problem, the solution and the features', async ({ page }) => {
  await page.goto('/docs')
  const main = page.locator('main')
  await expect(main).toContainText('you don’t know which tags you used')
  await expect(main).toContainText('through those you remember')
  for (const feature of [
    'tag grouping',
    'tag suggestions',
    'search with exclusion',
    'Notes, links and todos',
  ]) {
    await expect(main).toContainText(feature)
  }
})

test('[PG-3] [PG-4] what is pressed before the script has come is done when it has', async ({ page }) => {
  const letGo = await holding(page, /\/assets\/.*\.js$/)
  await page.goto('/docs', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'See more' }).click()
  await expect(page.getByRole('heading', { name: 'How the searchbar works' })).toHaveCount(0)
  letGo()
  await expect(page.getByRole('heading', { name: 'How the searchbar works' })).toBeVisible()
})

test('[PG-3] [PG-6] what is chosen before the script has come, or the site’s prices, stays chosen', async ({
  page,
}) => {
  const scripts = await holding(page, /\/assets\/.*\.js$/)
  const prices = await holding(page, /\/api\/user\/sign-in-options/)
  await page.goto('/pricing', { waitUntil: 'commit' })
  await page.getByLabel('Country').selectOption('India')
  await page.getByRole('radio', { name: 'Monthly' }).check({ force: true })
  const plan = page.getByRole('region', { name: 'Unlimited' })
  await expect(plan, 'nothing is awake yet').toContainText('$40')
  scripts()
  await expect(plan).toContainText('₹149')
  const arrived = page.waitForResponse(/sign-in-options/)
  prices()
  await (await arrived).finished()
  await expect(page.getByLabel('Country')).toHaveValue('IN')
  await expect(plan).toContainText('₹149')
})
