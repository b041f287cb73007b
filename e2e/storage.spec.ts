import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { holding } from './support/holding.ts'
import { add, bar, cards, syncState, untilServiceWorkerAnswers } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { sow } from './support/seed.ts'
import { serverRows } from './support/server-rows.ts'

test.use({ serviceWorkers: 'allow' })

test.describe('without a service worker, which would answer for the scripts that a test changes', () => {
  test.use({ serviceWorkers: 'block' })

  test('[OF-2] the first load does not wait for the scripts of the page', async ({ page, person }) => {
    await sow(person, [{ type: 'todo', content: 'On the server' }])
    const release = await holding(page, /\/assets\/app-[^/]*\.js$/)
    const pulled = page.waitForRequest(/\/api\/sync\/pull/)
    await page.goto('/home?primary_opt=todo', { waitUntil: 'commit' })
    await pulled
    release()
    await expect(cards(page)).toHaveText([/On the server/])
    await expect(syncState(page)).toHaveText('Saved')
  })

  test('[OF-8] a change waits for the script of the calls, and is saved once it is loaded', async ({
    page,
    person,
  }) => {
    await sow(person, [{ type: 'todo', content: 'Here before' }])
    await page.goto('/home')
    await expect(syncState(page)).toHaveText('Saved')
    const script = /\/assets\/wire-[^/]*\.js$/
    await page.route(script, (route) => route.abort())
    await page.reload()
    await expect(cards(page)).toHaveText([/Here before/])
    await bar(page).fill('Made too early')
    await bar(page).press('Control+Enter')
    await expect(cards(page)).toHaveCount(2)
    await expect(syncState(page)).not.toHaveText('Saved')

    await page.unroute(script)
    await expect(syncState(page)).toHaveText('Saved', { timeout: 20_000 })
    const { cards: held } = await serverRows(page.request, person.accessToken)
    expect(held.map(({ content }) => content).sort()).toEqual(['Here before', 'Made too early'])
  })

  test('[OF-8] the page says that the storage is full, does not claim to have saved, and sends everything later', async ({
    page,
    context,
    person,
  }) => {
    await sow(person, [{ type: 'todo', content: 'Here before' }])
    // Makes adding to the outbox fail as on a full disk, after a message on the channel.
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

  test('[OF-8] closing the page right after the first change asks while the change is on its way to the disk', async ({
    page,
    request,
    person,
  }) => {
    // The first change and the first pull load this script.
    const release = await holding(page, /\/assets\/wire-[^/]*\.js$/)
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      dialog.dismiss()
    })
    await page.goto('/create-form?formType=create')
    await page.getByRole('textbox', { name: 'Text' }).fill('Call the roofer')
    await page.getByRole('button', { name: 'Add todo' }).click()
    await expect(page.getByText('Added a todo').first()).toBeVisible()
    await page.close({ runBeforeUnload: true })
    await expect.poll(() => asked).toEqual(['beforeunload'])

    release()
    await expect(syncState(page)).toHaveText('Saved')
    await page.close({ runBeforeUnload: true })
    await expect.poll(() => page.isClosed()).toBe(true)
    const { cards: held } = await serverRows(request, person.accessToken)
    expect(held.map(({ content }) => content)).toEqual(['Call the roofer'])
  })

  test('[OF-8] changes without storage are sent from memory at once, and closing the page asks only while they can not be sent', async ({
    page,
    context,
    person,
  }) => {
    await beforeWorkers(
      page,
      `let isFull = false
       new BroadcastChannel('test-room').onmessage = ({ data }) => { isFull = data === 'full' }
       for (const name of ['put', 'add']) {
         const write = IDBObjectStore.prototype[name]
         IDBObjectStore.prototype[name] = function (...args) {
           if (isFull) throw new DOMException('no room', 'QuotaExceededError')
           return write.apply(this, args)
         }
       }`,
    )
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      dialog.dismiss()
    })
    await page.goto('/home')
    await expect(syncState(page)).toHaveText('Saved')
    const held = async () =>
      (await serverRows(page.request, person.accessToken)).cards.map((c) => c.content).sort()
    await page.evaluate(() => new BroadcastChannel('test-room').postMessage('full'))
    await add(page, 'Sent from memory')
    await expect.poll(held).toEqual(['Sent from memory'])
    await expect(syncState(page)).toHaveText('Saved')
    const other = await sow(person, [{ type: 'todo', content: 'From elsewhere' }])
    expect(other).toHaveLength(1)
    await expect(cards(page)).toHaveCount(2)
    await context.setOffline(true)
    await add(page, 'Waits in memory')
    await expect(syncState(page)).toHaveText('No room on this device for 1 change')
    await page.close({ runBeforeUnload: true })
    await expect.poll(() => asked).toEqual(['beforeunload'])

    await page.evaluate(() => new BroadcastChannel('test-room').postMessage('free'))
    await expect(syncState(page)).toHaveText('Offline, 1 change waiting')
    await expect(cards(page)).toHaveCount(3)
    await page.reload({ waitUntil: 'commit' }).catch(() => {}) // There is no network; the change is on the disk now.
    await context.setOffline(false)
    await page.goto('/home')
    await expect(syncState(page)).toHaveText('Saved')
    expect(await held()).toEqual(['From elsewhere', 'Sent from memory', 'Waits in memory'])
    await expect(cards(page)).toHaveCount(3)
  })

  test('[OF-8] in a browser that stores nothing the app works, and says what is only in this tab', async ({
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

test('[OF-1] [OF-2] the first saved change asks once for persistent storage, and the icon shows how many changes wait', async ({
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

test('[OF-8] if the browser refuses persistent storage, waiting changes are said to be at risk', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    navigator.storage.persist = async () => false
    navigator.storage.persisted = async () => false
  })
  await page.goto('/home')
  await expect(syncState(page)).toHaveText('Saved')
  await context.setOffline(true)
  await add(page, 'At risk')
  await syncState(page).getByRole('button').click()
  await expect(page.getByText('This browser has not promised to keep what waits')).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download what waits' }).click()
  expect(await readFile(await (await saving).path(), 'utf8')).toContain('At risk')
})

test('[OF-8] a part that can not be loaded in the first second leaves no overlay on the app', async ({
  page,
}) => {
  // The network is lost between the first cards and the scripts that load after them.
  await page.route(/\/assets\/empty-result-|\/sw\.js$/, (route) => route.abort('internetdisconnected'))
  await page.goto('/home')
  await expect(page.getByText('The code of this part could not be fetched.')).toBeVisible()
  await expect(page.getByText('Cardinal could not start')).toHaveCount(0)
  await add(page, 'Works')
  await page.getByRole('button', { name: 'Commands' }).click()
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
})

test('[OF-8] without a service worker, the tag panel and the filter open offline for the first time', async ({
  page,
  context,
  person,
}) => {
  await page.route('**/sw.js', (route) => route.abort())
  await sow(person, [{ type: 'todo', content: 'Water the plants', tags: ['garden'] }])
  const loaded = page.waitForResponse(/\/later-parts-.*\.js$/).then((it) => it.finished())
  await page.goto('/home?primary_opt=todo')
  await loaded
  await context.setOffline(true)
  await cards(page).first().focus()
  await page.keyboard.press('t')
  await expect(page.getByRole('group', { name: 'Tags of this card' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Filter/ }).click()
  await expect(page.getByRole('heading', { name: 'Dates' })).toBeVisible()
})

test('[OF-2] [OF-8] the app says that the browser removed its data while it was closed, and which changes are lost', async ({
  page: closed,
  context,
  person,
}) => {
  await sow(person, [{ type: 'todo', content: 'On the server' }])
  await closed.goto('/home')
  await expect(syncState(closed)).toHaveText('Saved')
  await untilServiceWorkerAnswers(closed)
  await context.setOffline(true)
  await add(closed, 'Not sent yet')
  await expect(syncState(closed)).toHaveText('Offline, 1 change waiting')
  const { origin } = new URL(closed.url())
  // Close the page instead of navigating away: a page in the back/forward cache would send its changes later.
  const page = await context.newPage()
  await closed.close()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
  await context.setOffline(false)
  await page.goto(`${origin}/home`)
  const notice = page.getByRole('alert').filter({ hasText: 'has removed the copy of your cards' })
  await expect(notice).toContainText('1 change had not reached the server and cannot be brought back.')
  await expect(cards(page)).toHaveText([/On the server/])
  await notice.getByRole('button', { name: 'OK' }).click()
  await page.reload()
  await expect(syncState(page)).toHaveText('Saved')
  await expect(notice).toHaveCount(0)
})

test('[OF-8] “Saved” is never shown while a shown card is not on the server', async ({ page, person }) => {
  await page.goto('/home')
  await expect(syncState(page)).toHaveText('Saved')
  // Watch every change of the page, also between frames, until the card has been sent.
  await page.evaluate(() => {
    const seen = new Set<string>()
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const list = document.querySelector('[aria-label="Cards"]')
      const badge = document.querySelector('[role="status"][aria-label="Saving"]')
      if (list?.textContent?.includes('Seen at once')) seen.add(badge?.textContent ?? '')
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  let isSent = () => {}
  const sent = new Promise<void>((resolve) => {
    isSent = resolve
  })
  await page.context().route('**/api/sync/push*', async (route) => {
    await sent
    await route.continue()
  })
  await add(page, 'Seen at once')
  await expect(syncState(page)).not.toHaveText('Saved')
  expect(await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])).not.toContain(
    'Saved',
  )
  isSent()
  await expect(syncState(page)).toHaveText('Saved')
  const { cards: held } = await serverRows(page.request, person.accessToken)
  expect(held.map(({ content }) => content)).toEqual(['Seen at once'])
})

test('[OF-3] [OF-8] a tab that a newer release has shut out of the storage still sends, and loses nothing when it is reloaded', async ({
  page,
  context,
  person,
}) => {
  const errors = errorsOf(page)
  await page.goto('/home')
  await expect(syncState(page)).toHaveText('Saved')
  await untilServiceWorkerAnswers(page)
  await openAsNewerRelease(await context.newPage())
  const notice = page
    .getByRole('alert')
    .filter({ hasText: 'A newer version of Cardinal is open in another tab' })
  await expect(notice).toBeVisible()
  await add(page, 'Written in the old tab')
  await expect(syncState(page)).toHaveText('Saved')
  const held = async () =>
    (await serverRows(page.request, person.accessToken)).cards.map((c) => c.content).sort()
  expect(await held()).toEqual(['Written in the old tab'])
  await sow(person, [{ type: 'todo', content: 'From elsewhere' }])
  await expect(cards(page), 'it hears of others, too').toHaveCount(2)

  await context.setOffline(true)
  await add(page, 'Written while away')
  await expect(syncState(page)).toHaveText('In this tab only: 1 change')
  await expect(notice).toContainText('1 change not sent yet')
  await notice.getByRole('button', { name: 'Load it again' }).click()
  await expect(notice).toContainText('The server could not be reached')
  await expect(cards(page)).toHaveCount(3)
  const saving = page.waitForEvent('download')
  await notice.getByRole('button', { name: 'Save as a file', exact: true }).click()
  expect(await readFile(await (await saving).path(), 'utf8')).toContain('Written while away')

  await context.setOffline(false)
  await expect(syncState(page)).toHaveText('Saved')
  await Promise.all([
    page.waitForEvent('load'),
    notice.getByRole('button', { name: 'Load it again' }).click(),
  ])
  await expect(cards(page)).toHaveCount(3)
  await add(page, 'After loading again')
  await expect(syncState(page)).toHaveText('Saved')
  expect(await held()).toContain('After loading again')
  expect(errors).toEqual([])
})

for (const { what, kinds } of [
  { what: 'the stored cards', kinds: 'indexeddb' },
  { what: 'all site data, the session too,', kinds: 'all' },
])
  test(`[OF-8] if somebody removes ${what} while a tab is open, the tab says so and its changes are sent`, async ({
    page,
    context,
    person,
  }) => {
    const errors = errorsOf(page)
    await page.goto('/home')
    await expect(syncState(page)).toHaveText('Saved')
    await untilServiceWorkerAnswers(page)
    await context.setOffline(true)
    await add(page, 'Waited on the disk')
    await expect(syncState(page)).toHaveText('Offline, 1 change waiting')
    const devtools = await context.newCDPSession(page)
    const { origin } = new URL(page.url())
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: kinds })
    await expect(
      page.getByRole('alert').filter({ hasText: 'removed what this site had stored' }),
    ).toBeVisible()
    await add(page, 'Written afterwards')
    await expect(syncState(page)).toHaveText('In this tab only: 2 changes')
    await context.setOffline(false)
    await expect(syncState(page)).toHaveText('Saved')
    const { cards: held } = await serverRows(page.request, person.accessToken)
    expect(held.map(({ content }) => content).sort()).toEqual(['Waited on the disk', 'Written afterwards'])
    if (kinds === 'indexeddb') {
      await page.reload()
      await expect(cards(page)).toHaveCount(2)
      await expect(page.getByRole('alert').filter({ hasText: 'removed the copy' })).not.toContainText(
        'cannot be brought back',
      )
    }
    expect(errors).toEqual([])
  })

/** Errors in the page's console, except network errors. */
function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  return errors
}

/** Opens the person's database as a newer release with other stores would. */
async function openAsNewerRelease(page: Page): Promise<void> {
  await page.goto('/api/health')
  await page.evaluate(async () => {
    const [found] = (await indexedDB.databases()).filter(({ name }) =>
      /^cardinal-[0-9a-f]{24}$/.test(name ?? ''),
    )
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(found?.name ?? '', 99)
      opening.onsuccess = () => resolve()
      opening.onerror = () => reject(opening.error)
    })
  })
}

/** Runs a script in the data worker before its own. */
async function beforeWorkers(page: Page, script: string): Promise<void> {
  await page.route(/\/assets\/main-[^/]*\.js$/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: `${script}\n${await answer.text()}` })
  })
}
