import type { Page } from '@playwright/test'
import { add, bar, cards, syncState, untilServiceWorkerAnswers } from './support/offline.ts'
import { createAccount, expect, newPerson, test } from './support/person.ts'
import { sow } from './support/seed.ts'
import { serverRows } from './support/server-rows.ts'

test.use({ serviceWorkers: 'allow' })

/** Number of records in each store of each database on this device, and all of them as text. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const counts: Record<string, number>[] = []
    const texts: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name ?? ''))
      const ofDatabase: Record<string, number> = {}
      for (const store of database.objectStoreNames) {
        const records = await done(database.transaction(store).objectStore(store).getAll())
        ofDatabase[store] = records.length
        texts.push(JSON.stringify(records))
      }
      database.close()
      counts.push(ofDatabase)
    }
    return { counts, text: texts.join('\n') }
  })

test('[ID-6] [ID-5] when the server ends the session, copies of cards are deleted from the device; recent acts stay, and unsent changes are sent when the author is back', async ({
  page,
  context,
  person,
}) => {
  // Slow: three sign-ins and two tabs.
  test.slow()
  await sow(person, [{ type: 'todo', content: 'A secret on the server' }])
  await page.goto('/home')
  await untilServiceWorkerAnswers(page)
  await expect(cards(page)).toHaveCount(1)
  await add(page, 'Sent from here')
  await expect(syncState(page)).toHaveText('Saved')
  const otherTab = await context.newPage()
  await otherTab.goto('/home')
  await expect(cards(otherTab)).toHaveCount(2)
  expect((await stored(page)).text, 'what is looked for below is found while it is there').toContain(
    'A secret on the server',
  )

  await context.setOffline(true)
  await add(page, 'Not sent yet')
  await expect(syncState(page)).toHaveText('Offline, 1 change waiting')
  await page.evaluate(() => {
    localStorage.setItem('jwt_refresh_token', 'no-such-token')
    localStorage.setItem('jwt_access_token_ends', '0')
  })
  await context.setOffline(false)
  for (const tab of [page, otherTab]) {
    await expect(tab).toHaveURL('/')
    await expect(tab.getByText('1 change that was not sent is kept on this device')).toBeVisible()
  }
  const left = await stored(page)
  // Entries that were sent stay, because the server may be restored from a backup without them.
  expect(left.counts).toMatchObject([{ copies: 0, slices: 0, batches: 0, sent: 1, account: 0, outbox: 1 }])
  expect(left.text).not.toContain('A secret on the server')
  await otherTab.close()

  await test.step('somebody else who signs in on this device sees nothing of it', async () => {
    await context.clearCookies()
    await page.goto('/api/user/sign-in/start?return_to=/home')
    await createAccount(page, newPerson())
    await expect(bar(page)).toBeVisible()
    await expect(syncState(page)).toHaveText('Saved')
    await expect(cards(page)).toHaveCount(0)
    await page.goto('/home?popups_center=["hamburger-menu"]')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/')
    expect(
      (await stored(page)).counts,
      'that person’s signing out removes their own copy alone',
    ).toMatchObject([{ outbox: 1, sent: 1 }])
  })

  await test.step('its author signs in again, and it is sent', async () => {
    await context.clearCookies()
    await page.goto('/api/user/sign-in/start?return_to=/home')
    await page.waitForURL(/oidc/)
    const signIn = page.getByRole('link', { name: 'Sign in' })
    if (await signIn.isVisible()) await signIn.click()
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/home/)
    await expect(cards(page)).toHaveCount(3)
    await expect(syncState(page)).toHaveText('Saved')
    const rows = await serverRows(page.request, person.accessToken)
    expect(rows.cards.map(({ content }) => content).sort()).toEqual([
      'A secret on the server',
      'Not sent yet',
      'Sent from here',
    ])
  })
})
