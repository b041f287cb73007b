import { changeFromFeedLine } from '@cardinal/contract'
import type { Change } from '@cardinal/domain'
import { parseSearch } from '@cardinal/domain'
import { NaiveWorkspace } from '@cardinal/engine/reference'
import { expect, type Page, test } from '@playwright/test'
import { accessToken, createAccount, newPerson } from './support/person.ts'

test.use({ serviceWorkers: 'allow' })

const SAMPLE = new URL('../apps/server/test/samples/bookmarks.html', import.meta.url)

test('[LP-3] [ID-1] [ID-2] [ID-5] [ID-9] [SB-1] [SB-5] [SB-10] a visitor signs up, adds, tags and finds cards, and signs out', async ({
  page,
}) => {
  await test.step('visitors are sent to the landing page', async () => {
    await page.goto('/home')
    await expect(page).toHaveURL(/\/(\?|$)/)
  })

  await test.step('the sign-in button comes after the tick and two seconds', async () => {
    const signIn = page.getByRole('main').getByRole('button', { name: 'Sign in' })
    await expect(signIn).toHaveCount(0)
    const ticked = Date.now()
    await page.getByRole('checkbox', { name: 'I have read How it Works' }).check()
    await expect(signIn).toBeVisible()
    expect(Date.now() - ticked).toBeGreaterThan(1_900)
    await signIn.click()
    await createAccount(page, newPerson())
  })

  await test.step('import a bookmark file from the menu', async () => {
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('File to import').setInputFiles(SAMPLE.pathname)
    await dialog.getByRole('button', { name: /^Import \d+ cards/ }).click()
    await expect(dialog.getByText('Cards added', { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).first().click()
  })

  const searchbar = page.getByRole('combobox', { name: /^Search or add/ })

  await test.step('type one tag, narrow by a suggested one, exclude a third: exactly what the reference says', async () => {
    await page.getByRole('radio', { name: /^Link/ }).check({ force: true })
    await searchbar.fill('vegetarian')
    await page.getByRole('option', { name: /^quick/ }).click()
    await expect(searchbar).toHaveValue('vegetarian, quick')
    await expectReferenceCards(page, 'vegetarian, quick')

    await page.getByRole('button', { name: 'Exclude olive oil' }).first().click()
    await expect(searchbar).toHaveValue('vegetarian, quick, -olive oil')
    await expectReferenceCards(page, 'vegetarian, quick, -olive oil')
  })

  const content = 'https://recipes.example/shakshuka Shakshuka for four'

  await test.step('add a card by Enter, tag it, find it', async () => {
    await searchbar.fill(content)
    await expect(page.getByText('Enter adds', { exact: false })).toBeAttached()
    await searchbar.press('Enter')
    const card = page.getByRole('article', { name: /Shakshuka/ })
    await expect(card).toBeVisible()

    await card.hover()
    await card.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: /^Tags…/ }).click()
    const tagField = page.getByRole('textbox', { name: /^Add tags/ })
    await tagField.fill('brunch')
    await tagField.press('Enter')
    await expect(card.getByRole('button', { name: /^brunch/ })).toBeVisible()
    await page.keyboard.press('Escape')

    await searchbar.fill('brunch')
    await expectCards(page, [/Shakshuka/])
  })

  await test.step('reload: still there', async () => {
    await expect(page.getByRole('status', { name: 'Saving', exact: true }).getByText('Saved')).toBeVisible()
    await page.reload()
    await searchbar.fill('brunch')
    await expectCards(page, [/Shakshuka/])
  })

  await test.step('sign out: nothing readable remains', async () => {
    await page.goto('/home?popups_center=["hamburger-menu"]')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/(\?|$)/)
    // The public page is a new document: until it shows, the app's page may still be there.
    await expect(
      page.getByRole('heading', { name: 'One tag is enough to find what you saved.' }),
    ).toBeVisible()
    const left = await page.evaluate(async () => ({
      storage: JSON.stringify({ ...localStorage, ...sessionStorage }),
      databases: (await indexedDB.databases()).map(({ name }) => name ?? ''),
    }))
    expect(left.storage).not.toMatch(/jwt|shakshuka|ada-/i)
    expect(left.databases.filter((name) => /cardinal/i.test(name))).toEqual([])
    await page.goto('/home')
    await expect(page).toHaveURL(/\/(\?|$)/)
    await expect(page.getByText('Shakshuka')).toHaveCount(0)
  })
})

/** Compares the whole list on screen with the reference implementation's answer over the server's rows. */
async function expectReferenceCards(page: Page, text: string): Promise<void> {
  const reference = new NaiveWorkspace()
  reference.apply(await pulledChanges(page))
  const { cards, total } = reference.ask('matchCards', {
    type: 'link',
    search: parseSearch(text),
    second: parseSearch(''),
    onlyTags: false,
    colors: [],
    dates: null,
    done: null,
    order: { by: 'recently', of: 'added' },
    offset: 0,
    limit: 100,
    parts: 'all',
  })
  expect(total, 'a search that finds nothing proves nothing').toBeGreaterThan(0)
  const addresses = cards.map((card) => /https?:\S+/.exec(card.content)?.[0])
  const shown = page.getByRole('list', { name: 'Cards' }).getByRole('link')
  await expect(shown).toHaveCount(total)
  expect(await shown.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
    addresses,
  )
}

async function expectCards(page: Page, names: readonly RegExp[]): Promise<void> {
  const cards = page.getByRole('list', { name: 'Cards' }).getByRole('article')
  await expect(cards).toHaveCount(names.length)
  for (const [index, name] of names.entries()) await expect(cards.nth(index)).toHaveAccessibleName(name)
}

/** All rows of the person's workspace on the server. */
async function pulledChanges(page: Page): Promise<Change[]> {
  const headers = { authorization: `Bearer ${await accessToken(page)}` }
  const workspaces = await page.request.post('/api/workspace/get-workspaces', { headers, data: {} })
  const [{ _id }] = (await workspaces.json()).data
  const feed = await page.request.get(`/api/sync/pull?workspace_id=${_id}`, { headers })
  const lines = (await feed.text()).trim().split('\n')
  return lines.map((line) => changeFromFeedLine(JSON.parse(line))).filter((change) => change !== null)
}
