import type { Browser, Page } from '@playwright/test'
import { expectNoFindings } from './support/accessibility.ts'
import { add, cards, syncState } from './support/offline.ts'
import { type Account, expect, signUp, test } from './support/person.ts'
import { serverRows } from './support/server-rows.ts'

test.use({ serviceWorkers: 'allow' })

/** Everything the browser stores for the site, as one text. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const files: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) files.push(url)
    return {
      storages: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
      databases: (await indexedDB.databases()).map(({ name }) => name ?? ''),
      files,
    }
  })

async function signInOnShared(page: Page, { email, password }: Account): Promise<void> {
  await page.goto('/api/user/sign-in/start?return_to=/home')
  const signIn = page.getByRole('link', { name: 'Sign in' })
  if (await signIn.isVisible()) await signIn.click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('This is a shared computer').check()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/home(?!.*sign_in_code)/)
}

/** A page in an unused browser, as on a library's computer. */
async function freshPage(browser: Browser): Promise<Page> {
  return (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage()
}

test('[ID-1] [ID-6] on a shared computer nothing is stored on the disk, and closing the page signs out', async ({
  browser,
  baseURL,
}) => {
  test.slow()
  const person = await signUp(baseURL ?? '')
  const page = await freshPage(browser)
  await signInOnShared(page, person)
  await add(page, 'A secret in the library')
  await expect(syncState(page)).toHaveText('Saved')
  await expect(cards(page)).toHaveCount(1)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Devices' }).click()
  await expect(page.getByText('you said that this is a shared computer')).toBeVisible()
  await page.getByRole('link', { name: 'Appearance' }).click()
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true })

  const now = await kept(page)
  expect(now.databases).toEqual([])
  expect(now.storages).toBe('[{},{}]')
  expect(now.files.filter((url) => /\/(api|oidc)\//.test(url))).toEqual([])
  const cookies = await page.context().cookies()
  expect(cookies.filter(({ name, expires }) => expires > 0 && !/sign_in|_interaction/.test(name))).toEqual([])

  await test.step('a reload finds nobody signed in', async () => {
    await page.goto('/home')
    await expect(page).toHaveURL('/')
    expect((await kept(page)).databases).toEqual([])
    expect((await kept(page)).storages).not.toContain(person.email)
  })
  await page.context().close()
})

test('[ID-1] on a shared computer a screen whose code could not be loaded can be retried without a reload', async ({
  browser,
  baseURL,
}) => {
  const person = await signUp(baseURL ?? '')
  const page = await freshPage(browser)
  // Keeps the start check from ending: it runs once a second, and a quick person is faster.
  await page.addInitScript(() => {
    const every = window.setInterval
    window.setInterval = ((run: TimerHandler, ms?: number) =>
      every(run, ms === 1_000 ? 1e9 : ms)) as typeof setInterval
  })
  await signInOnShared(page, person)
  await expect(syncState(page)).toHaveText('Saved')
  const repairs: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'HEAD') repairs.push(request.url())
  })
  await page.context().route(/settings-page-/, (route) => route.abort())
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('alert')).toContainText('could not be fetched')
  await page.context().unroute(/settings-page-/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('link', { name: 'Devices' }).click()
  await expect(page.getByText('you said that this is a shared computer')).toBeVisible()
  expect(repairs).toEqual([]) // Each ends in a reload, which signs out.
  await page.context().close()
})

test('[OF-2] on a shared computer the page asks before it is closed with a waiting change, and says why', async ({
  browser,
  baseURL,
}) => {
  test.slow()
  const person = await signUp(baseURL ?? '')
  const page = await freshPage(browser)
  await signInOnShared(page, person)
  await expect(syncState(page)).toHaveText('Saved')
  await page.context().setOffline(true)
  await add(page, 'Waits in this tab')
  await expect(syncState(page)).toHaveText('In this tab only: 1 change')
  await syncState(page).click()
  await expect(page.getByText('You said that this is a shared computer.')).toBeVisible()
  await page.keyboard.press('Escape')

  const asked = page.waitForEvent('dialog')
  void page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()

  await page.context().setOffline(false)
  await expect(syncState(page)).toHaveText('Saved')
  expect(JSON.stringify(await serverRows(page.request, person.accessToken))).toContain('Waits in this tab')
  await page.context().close()
})

test('[ID-1] the form with the box for shared computers has no accessibility findings', async ({
  browser,
}) => {
  const page = await freshPage(browser)
  await page.goto('/api/user/sign-in/start?return_to=/home')
  const signIn = page.getByRole('link', { name: 'Sign in' })
  if (await signIn.isVisible()) await signIn.click()
  await expectNoFindings(page, 'sign-in')
  await page.context().close()
})
