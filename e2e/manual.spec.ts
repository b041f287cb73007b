import { expect, test } from '@playwright/test'
import { holding } from './support/holding.ts'
import { test as signedInTest } from './support/person.ts'

test('[PG-4] "See more" shows the rest of the manual, and is then hidden', async ({ page }) => {
  await page.goto('/docs')
  const more = page.getByRole('button', { name: 'See more' })
  await expect(page.getByRole('heading', { name: 'How the searchbar works' })).toHaveCount(0)
  await more.click()
  await expect(page.getByRole('heading', { name: 'How it works' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'How the searchbar works' })).toBeVisible()
  await expect(more).toHaveCount(0)
})

test('[PG-4] ten usage examples are listed, one of them open at a time', async ({ page }) => {
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

test('[PG-3] [PG-4] a button clicked before the script has loaded works once it has', async ({ page }) => {
  const release = await holding(page, /\/assets\/.*\.js$/)
  await page.goto('/docs', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'See more' }).click()
  await expect(page.getByRole('heading', { name: 'How the searchbar works' })).toHaveCount(0)
  release()
  await expect(page.getByRole('heading', { name: 'How the searchbar works' })).toBeVisible()
})

test('[PG-3] [PG-6] a choice made before the script has loaded stays chosen, and so do the site’s prices', async ({
  page,
}) => {
  const scripts = await holding(page, /\/assets\/.*\.js$/)
  const prices = await holding(page, /\/api\/user\/sign-in-options/)
  await page.goto('/pricing', { waitUntil: 'commit' })
  await page.getByLabel('Country').selectOption('India')
  // Without force, so that the click waits for the styles, which move the button.
  await page.locator('label').filter({ hasText: 'Yearly' }).click()
  await expect(page.getByRole('radio', { name: 'Yearly' })).toBeChecked()
  const plan = page.getByRole('region', { name: 'Unlimited' })
  await expect(plan, 'nothing is awake yet').toContainText('$4')
  scripts()
  await expect(plan).toContainText('₹1,490')
  const arrived = page.waitForResponse(/sign-in-options/)
  prices()
  await (await arrived).finished()
  await expect(page.getByLabel('Country')).toHaveValue('IN')
  await expect(plan).toContainText('₹1,490')
})

test('[PG-4] the manual has a contents list and a search, and runs its examples in a sandbox', async ({
  page,
}) => {
  await page.goto('/docs')
  const contents = page.getByRole('navigation', { name: 'Chapters' })
  const chapters = contents.getByRole('link')
  await expect(chapters.first()).toHaveText('Find')
  for (const link of await chapters.all()) {
    const id = (await link.getAttribute('href'))?.slice(1)
    await expect(page.locator(`section[id="${id}"]`)).toHaveCount(1)
  }
  await contents.getByLabel('Search the manual').fill('hide cards')
  await expect(chapters).toHaveText(['Exclude', 'Rules'])
  await expect(page.getByRole('heading', { level: 2, name: 'Find' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Try the search recipe, -vegetarian' }).click()
  const sandbox = page.getByRole('complementary', { name: 'Sandbox' })
  await expect(sandbox.getByRole('combobox')).toHaveValue('recipe, -vegetarian')
  await expect(sandbox.getByText(/^\d+ cards found/)).toBeVisible()
  await expect(sandbox.getByRole('button', { name: /^vegetarian, included/ })).toHaveCount(0)
  await contents.getByLabel('Search the manual').fill('zebra crossing')
  await expect(page.getByText('No chapter matches this search.')).toBeVisible()
})

test('[PG-4] on a phone the sandbox opens below the clicked example', { tag: '@narrow' }, async ({
  page,
}) => {
  await page.goto('/docs')
  await page.getByRole('button', { name: 'Try the search medical, exam' }).click()
  const chapter = page.getByRole('region', { name: 'The search language' })
  await expect(chapter.getByRole('combobox')).toHaveValue('medical, exam')
  await expect(chapter.getByRole('combobox')).toBeInViewport()
  await page.getByRole('button', { name: 'Try the search -exam' }).click()
  await expect(page.getByRole('region', { name: 'Exclude' }).getByRole('combobox')).toHaveValue('-exam')
  await expect(page.getByRole('combobox')).toHaveCount(1)
})

test('[PG-4] the pictures of the manual exist in both themes', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto('/docs')
    for (const picture of await page.getByRole('main').getByRole('img').all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect(picture).toHaveAttribute('src', new RegExp(`${colorScheme}\\.webp$`))
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(600)
    }
  }
})

signedInTest(
  '[PG-3] [PG-4] [HM-11] guides, manual and help say what several lines become, and what the star keeps',
  async ({ page }) => {
    await page.goto('/guides')
    await expect(page.getByRole('main')).toContainText(
      'Several lines become a note; “Add as todo” keeps them a todo.',
    )
    await page.goto('/docs')
    await page.getByRole('button', { name: 'See more' }).click()
    await expect(page.getByRole('main')).toContainText(
      'A text of several lines becomes one card with all of its lines: a note, unless you press “Add as todo”',
    )
    await expect(page.getByRole('main')).toContainText(
      'A text with a line break always adds, on Link only if it has an address.',
    )
    await expect(page.getByRole('main')).toContainText(
      'The star keeps the words with the dates, colours and words in the text; the order of cards is not part of it.',
    )
    await page.goto('/home')
    await page.getByRole('combobox').first().fill('Bake bread')
    await page.getByRole('combobox').first().press('Shift+Enter')
    await page.keyboard.type('flour')
    await page.getByRole('button', { name: 'Add as todo' }).click()
    await expect(page.getByRole('list', { name: 'Cards' }).getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('article')).toContainText('flour')
    await page.getByRole('button', { name: 'Help: this page' }).click()
    await expect(
      page.getByText('The star keeps the words, dates and colours of a search, not the order.'),
    ).toBeVisible()
  },
)
