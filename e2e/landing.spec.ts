import { expect, type Page, test } from '@playwright/test'
import { expectNoFindings } from './support/accessibility.ts'
import { test as signedInTest } from './support/person.ts'

/** Actions that the page has reported, in order. Playwright can't read a beacon's body, so the page records it. */
async function recordActions(page: Page): Promise<string[]> {
  const actions: string[] = []
  await page.exposeFunction('noteBeacon', (address: string, text: string) => {
    expect(address).toBe('/api/user/action-taken')
    const body = JSON.parse(text) as { user_action: string; unknown_user_id: string; ipAddress: null }
    expect(body.unknown_user_id).toMatch(/^[0-9a-f]{24}$/)
    expect(body.ipAddress).toBeNull()
    actions.push(body.user_action)
  })
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator)
    const note = (globalThis as unknown as { noteBeacon: (address: string, text: string) => void }).noteBeacon
    navigator.sendBeacon = (address, body) => {
      void (body as Blob).text().then((text) => note(String(address), text))
      return send(address, body)
    }
  })
  return actions
}

test('[LP-1] the landing page has its sections and links', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('One tag is enough')
  await expect(page.getByText('Find saved content faster')).toBeVisible()
  await expect(page.getByRole('button', { name: 'How it works' }).first()).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  for (const title of ['Medical notes', 'Recipe links', 'Project tasks']) {
    await expect(page.locator('#videos').getByRole('heading', { name: title })).toBeVisible()
  }
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute(
    'href',
    '/privacy-policy',
  )
  await expect(footer.getByRole('link', { name: 'Terms of service' })).toHaveAttribute(
    'href',
    '/terms-of-service',
  )
})

test('[LP-1] the landing page shows the configured films', async ({ page }) => {
  await page.route('**/api/user/sign-in-options', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: object }
    const demo_urls = {
      medical: 'https://video.example/medical',
      recipes: 'https://video.example/recipes',
      project: 'https://video.example/project',
    }
    await route.fulfill({ json: { data: { ...body.data, demo_urls } } })
  })
  await page.goto('/')
  const films = page.locator('#videos').getByRole('link')
  await expect(films).toHaveCount(3)
  await expect(films.nth(0)).toHaveAttribute('href', 'https://video.example/medical')
  await expect(films.nth(0)).toHaveAttribute('rel', 'noopener noreferrer')
})

test('[LP-1] the landing page scrolls to the requested section', async ({ page }) => {
  for (const id of ['videos', 'use-cases']) {
    await page.goto(`/#${id}`)
    await expect(page.locator(`#${id}`)).toBeInViewport()
  }
})

test('[LP-1] the searchbar of the landing page is that of the app', async ({ page }) => {
  await page.goto('/')
  const bar = page.getByRole('combobox', { name: 'Search the sample workspace' })
  const cards = page.getByRole('list', { name: 'Cards found' }).getByRole('article')
  await bar.fill('medical, mnemonic')
  await expect(page.getByText(/cards found/)).toBeVisible()
  for (const card of await cards.all()) {
    await expect(card.getByRole('button', { name: 'medical, included' })).toBeVisible()
    await expect(card.getByRole('button', { name: 'mnemonic, included' })).toBeVisible()
  }
  await expect(
    page.getByRole('listbox', { name: 'Suggested tags' }).getByRole('option').first(),
  ).toBeVisible()
  await cards.first().getByRole('button', { name: 'Exclude exam' }).click({ force: true })
  await expect(bar).toHaveValue(/-exam$/)
  await expect(cards.getByRole('button', { name: /^exam/ })).toHaveCount(0)
})

test('[LP-1] the demonstration on the landing page plays once, and narrows 24 cards to 3 by one tag and two suggested ones', async ({
  page,
}) => {
  await page.goto('/')
  const demo = page.getByRole('region', { name: 'Try it: a sample workspace' })
  const bar = page.getByRole('combobox', { name: 'Search the sample workspace' })
  await expect(demo.getByRole('heading', { name: 'This is how it works' })).toBeVisible()
  await expect(bar).toHaveValue('recipe, quick, vegetarian')
  await expect(demo.getByRole('heading', { name: 'Try it here' })).toBeVisible()
  for (const step of ['recipe 24 cards', 'quick 8 cards', 'vegetarian 3 cards'])
    await expect(demo.getByRole('button', { name: step })).toBeVisible()
  await demo.getByRole('button', { name: 'quick 8 cards' }).click()
  await expect(bar).toHaveValue('recipe, quick')
  await expect(page.getByText('8 cards found, the newest 6 shown')).toBeVisible()
})

test('[LP-1] the demonstration stops when a visitor types, and does not play for reduced motion', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/')
  const bar = page.getByRole('combobox', { name: 'Search the sample workspace' })
  await expect(page.getByRole('heading', { name: 'This is how it works' })).toBeVisible()
  await bar.fill('exam')
  await page.clock.fastForward(20_000)
  await expect(bar).toHaveValue('exam')

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await expect(page.getByText('24 cards found, the newest 6 shown')).toBeVisible()
  await page.clock.fastForward(20_000)
  await expect(bar).toHaveValue('recipe')
})

test('[LP-1] a visitor can add a card to the sample, and the search on the same page finds it', {
  tag: ['@wide', '@narrow'],
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await expect(page.getByText('24 cards found, the newest 6 shown')).toBeVisible()
  const field = page.getByRole('textbox', { name: 'A card of your own' })
  await field.fill('Grandmother’s plum dumplings')
  await field.press('Enter')
  await expect(page.getByText('Added to the sample, tagged recipe.')).toBeVisible()
  await expect(field).toHaveValue('')
  const first = page.getByRole('list', { name: 'Cards found' }).getByRole('article').first()
  await expect(first).toContainText('Grandmother’s plum dumplings')
  await expect(first).toBeInViewport({ ratio: 1 })
  await expect(first.getByRole('button', { name: 'recipe, included' })).toBeVisible()
  await expect(page.getByText('25 cards found, the newest 6 shown')).toBeVisible()
})

test('[LP-1] the landing page compares three ways, shows three real screens, and ends with the sign-in', async ({
  page,
}) => {
  await page.goto('/')
  const table = page.getByRole('table')
  await expect(table.getByRole('rowheader')).toHaveText(['Bookmark folders', 'Notion, Raindrop', 'Cardinal'])
  const posters = page.locator('#videos img')
  await posters.last().scrollIntoViewIfNeeded()
  for (const poster of await posters.all())
    await expect
      .poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(600)
  await page.getByRole('link', { name: 'Start', exact: true }).click()
  await expect(page.getByLabel('I have read How it Works')).toBeInViewport()
})

test('[LP-1] a use case can be tried in the sample', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const bar = page.getByRole('combobox', { name: 'Search the sample workspace' })
  await expect(bar).toHaveValue('recipe')
  await page.getByRole('button', { name: 'Try the search recipe, vegetarian, quick in the sample' }).click()
  await expect(bar).toHaveValue('recipe, vegetarian, quick')
  await expect(bar).toBeInViewport()
})

test('[LP-2] How it works has three numbered sections, and closing it is recorded', async ({ page }) => {
  const actions = await recordActions(page)
  await page.goto('/')
  const opener = page.locator('main').getByRole('button', { name: 'How it works' })
  await opener.click()
  const modal = page.getByRole('dialog', { name: 'How it works' })
  await expect(modal.getByRole('listitem')).toHaveCount(3)
  await expect(modal.getByRole('heading', { level: 3 })).toHaveText([
    'The folder dilemma',
    'Why existing tag apps fail',
    'The solution: smart tagging',
  ])
  await page.keyboard.press('Escape')
  await expect(modal).toHaveCount(0)
  await expect(opener).toBeFocused()
  await expect.poll(() => actions).toContain('clicked-closed-how-it-works')
})

test('[LP-3] the sign-in button appears after the tick and two seconds of a yellow-green spinner', async ({
  page,
}) => {
  await page.goto('/')
  const main = page.locator('main')
  const button = main.getByRole('button', { name: 'Sign in' })
  await expect(main.getByRole('combobox')).toBeVisible()
  await expect(button).toHaveCount(0)
  await page.getByLabel('I have read How it Works').check()
  const ticked = Date.now()
  await expect(main.getByText('Getting the sign-in ready')).toBeAttached()
  await expect(button).toHaveCount(0)
  await expect(button).toBeVisible()
  expect(Date.now() - ticked).toBeGreaterThanOrEqual(1_900)
  await page.getByLabel('I have read How it Works').uncheck()
  await expect(button).toHaveCount(0)
})

test('[LP-4] See how opens the idea of seven core tags, and is recorded', async ({ page }) => {
  const actions = await recordActions(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'See how' }).click()
  const modal = page.getByRole('dialog', { name: 'A core set of 7 tags' })
  await expect(modal).toContainText('Miller’s law')
  await expect(
    modal.getByRole('list', { name: 'An example of a core set' }).getByRole('listitem'),
  ).toHaveCount(7)
  await expect.poll(() => actions).toContain('clicked-seeHow')
})

test('[LP-5] the screenshot is shown only above 1024 pixels', async ({ page }) => {
  const picture = page.getByRole('img', { name: /Home of Cardinal/ })
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.goto('/')
  await expect(page.getByRole('combobox')).toBeVisible()
  await expect(picture).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(page.getByRole('heading', { name: 'Your whole memory on one calm screen' })).toHaveCount(0)
  await page.setViewportSize({ width: 1025, height: 800 })
  await expect(picture).toBeAttached()
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(1000)
})

signedInTest('[LP-6] a signed-in person who opens / goes to /home', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/home/)
})

test('[ID-7] [ID-8] a visitor gets one id, and the visit is recorded with the width', async ({ page }) => {
  const actions = await recordActions(page)
  await page.setViewportSize({ width: 777, height: 800 })
  await page.goto('/')
  await expect.poll(() => actions).toEqual(['landed-777'])
  const id = await page.evaluate(() => localStorage.getItem('unknown_user_id'))
  await page.reload()
  await expect.poll(() => actions).toEqual(['landed-777', 'landed-777'])
  expect(await page.evaluate(() => localStorage.getItem('unknown_user_id'))).toBe(id)
})

test('[ID-8] a click on a login button is recorded', async ({ page }) => {
  const actions = await recordActions(page)
  await page.goto('/')
  await page.getByLabel('I have read How it Works').check()
  await page.route('**/api/user/sign-in/start**', (route) => route.fulfill({ status: 204 }))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => actions).toContain('clicked-login')
})

for (const [path, name] of [
  ['/settings', 'Sign in'],
  ['/subscription', 'Sign in'],
] as const)
  test(`[ID-8] a click on the login button of ${path} is recorded`, async ({ page }) => {
    const actions = await recordActions(page)
    await page.goto(path)
    await page.route('**/api/user/sign-in/start**', (route) => route.fulfill({ status: 204 }))
    await page.getByRole('button', { name }).click()
    await expect.poll(() => actions).toContain('clicked-login')
  })

test('[LP-1] [LP-2] axe reports nothing on the landing page and its dialog', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('list', { name: 'Cards found' })).toBeVisible()
  await expectNoFindings(page)
  await page.locator('main').getByRole('button', { name: 'How it works' }).click()
  // The text is loaded on demand.
  await expect(page.getByRole('dialog').getByRole('heading', { level: 3 })).toHaveCount(3)
  await expectNoFindings(page)
})
