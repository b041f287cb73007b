import { expect as plainExpect, test as plainTest } from '@playwright/test'
import { bar, cards, untilServiceWorkerAnswers } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { type Sown, serverFor, sow } from './support/seed.ts'

test.use({ serviceWorkers: 'allow' })

plainTest(
  '[RT-1] an address that is no page answers 404 and shows Not Found; every page answers 200',
  async ({ page, request }) => {
    const answer = await page.goto('/no-such-place')
    plainExpect(answer?.status()).toBe(404)
    await plainExpect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible()
    for (const path of [
      '/',
      '/home',
      '/pricing',
      '/settings',
      '/subscription',
      '/tagger',
      '/docs',
      '/create-form',
    ])
      plainExpect([path, (await request.get(path)).status()]).toEqual([path, 200])
  },
)

plainTest(
  '[LP-3] a newcomer ticks once: the browser remembers that How it works was read',
  async ({ page }) => {
    await page.goto('/')
    const tick = page.getByLabel('I have read How it Works')
    const signIn = page.getByRole('main').getByRole('button', { name: 'Sign in' })
    await plainExpect(tick).not.toBeChecked()
    await plainExpect(signIn).toHaveCount(0)
    await tick.check()
    await plainExpect(signIn).toBeVisible()
    await plainExpect(page.getByRole('button', { name: 'Create account' })).toBeVisible()
    await page.reload()
    await plainExpect(tick).toBeChecked()
    await plainExpect(signIn).toBeVisible()
    await tick.uncheck()
    await page.reload()
    await plainExpect(tick).not.toBeChecked()
    await plainExpect(signIn).toHaveCount(0)
  },
)

test('[LP-3] [ID-5] in a browser that has signed in before, the button opens the sign-in form at once', async ({
  page,
}) => {
  await page.goto('/settings#account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await expect(page).toHaveURL(/\/$/)
  const signIn = page.getByRole('main').getByRole('button', { name: 'Sign in' })
  await expect(signIn).toBeVisible()
  await expect(page.getByLabel('I have read How it Works')).toHaveCount(0)
  await page.reload()
  await signIn.click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible()
})

test(
  '[ID-1] [ID-5] a device that is new to the server shows both ways: sign in, and create an account',
  { tag: ['@wide', '@narrow'] },
  async ({ browser, person, baseURL, viewport }, { project }) => {
    const storageState = { cookies: [], origins: [] }
    const context = await browser.newContext({
      ...(baseURL !== undefined && { baseURL }),
      viewport,
      storageState,
    })
    const page = await context.newPage()
    await page.goto('/api/user/sign-in/start?return_to=/home')
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
    const ways = page.getByRole('navigation').getByRole('link')
    await expect(ways).toHaveText(['Sign in', 'Create an account'])
    for (const way of await ways.all()) await expect(way).toBeInViewport({ ratio: 1 })
    await ways.filter({ hasText: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(ways.filter({ hasText: 'Create an account' })).toBeInViewport({ ratio: 1 })
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/ways-${project.name}.png` })
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/home/)
    await context.close()
  },
)

test('[PG-6] settings show the plan and the number of cards in all workspaces', async ({ page, person }) => {
  await sow(person, [{ type: 'todo', content: 'one' }])
  const server = await serverFor(person)
  const made = await server.post('/api/workspace/create-one', { data: { workspace_name: 'mill' } })
  const workspace_id = (await made.json()).data._id
  const newEntity = { type: 'note', content: 'two' }
  await server.post('/api/entity/create-one', { data: { newEntity, workspace_id } })
  await server.dispose()
  await page.goto('/settings#account')
  await page.getByRole('link', { name: 'Your plan and payments' }).click()
  await expect(page).toHaveURL(/subscription/)
  await expect(
    page.getByText('2 cards in all workspaces. You can keep 500 for free, all workspaces together.'),
  ).toBeVisible()
})

test('[OF-2] [PG-3] public pages open without a network, and examples of the manual run there', async ({
  page,
  context,
}) => {
  await page.goto('/home')
  await untilServiceWorkerAnswers(page)
  await context.setOffline(true)
  for (const [path, title] of [
    ['/contact', 'Contact'],
    ['/pricing', 'Plans and pricing'],
    ['/terms-of-service', 'Terms of service'],
    ['/docs', 'User manual'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  }
  await page.getByRole('button', { name: 'Try the search recipe, -vegetarian' }).click()
  await expect(page.getByRole('complementary', { name: 'Sandbox' }).getByRole('combobox')).toHaveValue(
    'recipe, -vegetarian',
  )
})

test('[CD-9] a card over the limit is refused beside the list, with a link to more room', async ({
  page,
  person,
}) => {
  const full = Array.from({ length: 500 }, (_, n): Sown => ({ type: 'note', content: `note ${n}` }))
  await sow(person, full)
  await page.goto('/home')
  await expect(page.getByRole('radio', { name: 'Note 500 cards' })).toBeVisible()
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.body.textContent.includes('Added a')) document.documentElement.dataset.told = 'added'
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await bar(page).fill('One todo too many')
  await bar(page).press('Control+Enter')
  const notice = page.getByRole('main').getByRole('alert')
  await expect(notice).toContainText('You have total 500 notes, 0 todos, 0 links. Upgrade for more.')
  await expect(page.locator('html'), 'nothing is said to be added, not for a moment').not.toHaveAttribute(
    'data-told',
  )
  await expect(cards(page)).toHaveCount(0)
  await notice.getByRole('link', { name: 'Ask the operator' }).click()
  await expect(page).toHaveURL(/contact/)

  // The notice disappears once a card is deleted.
  await page.goto('/home?primary_opt=note')
  await expect(notice).toBeVisible()
  await cards(page).first().focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('There is room again: 499 of 500 cards are used.')).toBeVisible()
  await expect(notice).toHaveCount(0)
  await page.getByRole('button', { name: 'Save it now' }).click()
  await expect(page.getByText('There is room again')).toHaveCount(0)
  await page.goto('/home')
  await expect(cards(page)).toHaveText([/One todo too many/])
})

test('[CD-9] an import over the limit names the limit and the ways to get more room, before and after', async ({
  page,
  person,
}) => {
  await sow(
    person,
    Array.from({ length: 499 }, (_, n): Sown => ({ type: 'note', content: `note ${n}` })),
  )
  await page.goto('/home?popups_center=["import-file"]')
  const links = Array.from({ length: 30 }, (_, n) => `<DT><A HREF="https://many.example/${n}">Page ${n}</A>`)
  await page.getByLabel('File to import').setInputFiles({
    name: 'bookmarks.html',
    mimeType: 'text/html',
    buffer: Buffer.from(`<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>${links.join('')}</DL>`),
  })
  const dialog = page.getByRole('dialog')
  const notice = dialog.getByRole('alert')
  const sentence = '29 cards at the end of the file do not fit: your plan holds 500 cards in all workspaces.'
  await expect(notice).toContainText(sentence)
  await dialog.getByRole('button', { name: 'Import 1 card' }).click()
  await expect(dialog.getByRole('button', { name: 'Undo import' })).toBeVisible()
  await expect(notice).toContainText(sentence)
  const [contact] = await Promise.all([
    page.waitForEvent('popup'),
    notice.getByRole('link', { name: 'Ask the operator' }).click(),
  ])
  await expect(contact).toHaveURL(/contact/)
  await expect(notice, 'the import and its undo stay').toContainText(sentence)
})

test('[SB-9] words that name no tag are offered as new tags in a dialog', async ({ page, person }) => {
  await sow(person, [{ type: 'note', content: 'Semolina and butter', tags: ['recipes'] }])
  await page.goto('/home?primary_opt=note')
  await bar(page).fill('recipes, semolina, butter')
  await page.getByRole('button', { name: '2 new tags…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New tags' })
  await expect(dialog.getByRole('button', { name: 'recipes' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'semolina' }).click()
  await expect(dialog.getByRole('button', { name: 'semolina' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'butter' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: /new tags…$/ })).toHaveCount(0)
})
