import type { Page } from '@playwright/test'
import { holding } from './support/holding.ts'
import { add, bar, cards, syncState } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { sow } from './support/seed.ts'
import { serverRows } from './support/server-rows.ts'

test.describe('without a service worker, which would answer for the scripts that a test changes', () => {
  test.use({ serviceWorkers: 'block' })

  test('[OF-2] the first load does not wait for the scripts of the page', async ({ page, person }) => {
    await sow(person, [{ type: 'todo', content: 'On the server' }])
    const letGo = await holding(page, /\/assets\/app-[^/]*\.js$/)
    const pulled = page.waitForRequest(/\/api\/sync\/pull/)
    await page.goto('/home?primary_opt=todo', { waitUntil: 'commit' })
    await pulled
    letGo()
    await expect(cards(page)).toHaveText([/On the server/])
    await expect(syncState(page)).toHaveText('Saved')
  })

  test('[OF-8] storage that is full is told, nothing is claimed to be kept, and all is sent later', async ({
    page,
    context,
    person,
  }) => {
    await sow(person, [{ type: 'todo', content: 'Here before' }])
    // Writing what was done fails from the moment that the test says, as on a device without room.
    await beforeWorkers(
      page,
      `const put = IDBObjectStore.prototype.put
       const add = IDBObjectStore.prototype.add
       let isFull = false
       new BroadcastChannel('test-room').onmessage = ({ data }) => { isFull = data === 'full' }
       const guarded = (write) => function (...args) {
         if (isFull && this.name === 'outbox') throw new DOMException('no room', 'QuotaExceededError')
         return write.apply(this, args)
       }
       IDBObjectStore.prototype.put = guarded(put)
       IDBObjectStore.prototype.add = guarded(add)`,
    )
    await page.goto('/home')
    await expect(syncState(page)).toHaveText('Saved')
    const room = (state: string) =>
      page.evaluate((said) => new BroadcastChannel('test-room').postMessage(said), state)
    await context.setOffline(true)
    await room('full')
    await bar(page).fill('No room for this')
    await bar(page).press('Control+Enter')
    await expect(cards(page)).toHaveCount(2)
    await expect(syncState(page)).toHaveText('No room on this device for 1 change')
    await expect(page.getByText('Saved', { exact: true })).toHaveCount(0)

    await room('free')
    await expect(syncState(page)).toHaveText('Offline, 1 change waiting')
    await context.setOffline(false)
    await expect(syncState(page)).toHaveText('Saved')
    const { cards: held } = await serverRows(page.request, person.accessToken)
    expect(held.map(({ content }) => content).sort()).toEqual(['Here before', 'No room for this'])
  })

  test('[OF-8] where the browser keeps nothing the app works, and says what is in this tab only', async ({
    page,
    context,
    person,
  }) => {
    await beforeWorkers(
      page,
      `IDBFactory.prototype.open = () => { throw new DOMException('closed', 'SecurityError') }`,
    )
    await page.goto('/home')
    await expect(syncState(page)).toHaveText('Saved')
    await context.setOffline(true)
    await add(page, 'Only in this tab')
    await expect(syncState(page)).toHaveText('In this tab only: 1 change')
    await context.setOffline(false)
    await expect(syncState(page)).toHaveText('Saved')
    const { cards: held } = await serverRows(page.request, person.accessToken)
    expect(held.map(({ content }) => content)).toEqual(['Only in this tab'])
  })
})

test('[OF-1] [OF-2] the first change that is saved asks to keep the storage, once; the icon tells how many wait', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    const asked = { persist: 0, badge: [] as number[] }
    Object.assign(globalThis, { asked })
    navigator.storage.persist = async () => {
      asked.persist++
      return true
    }
    Object.assign(navigator, {
      setAppBadge: async (count: number) => void asked.badge.push(count),
      clearAppBadge: async () => void asked.badge.push(0),
    })
  })
  const asked = () =>
    page.evaluate(() => (globalThis as unknown as { asked: { persist: number; badge: number[] } }).asked)
  await page.goto('/home')
  await expect(syncState(page)).toHaveText('Saved')
  expect((await asked()).persist, 'before anything is saved').toBe(0)
  await context.setOffline(true)
  await add(page, 'First')
  await expect.poll(async () => (await asked()).persist).toBe(1)
  await add(page, 'Second')
  await expect.poll(async () => (await asked()).badge.at(-1)).toBe(2)
  await context.setOffline(false)
  await expect(syncState(page)).toHaveText('Saved')
  await expect.poll(async () => (await asked()).badge.at(-1)).toBe(0)
  expect((await asked()).persist, 'once').toBe(1)
})

/** Runs a script in the worker of the data before its own. */
async function beforeWorkers(page: Page, script: string): Promise<void> {
  await page.route(/\/assets\/main-[^/]*\.js$/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: `${script}\n${await answer.text()}` })
  })
}
