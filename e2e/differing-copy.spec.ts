import type { Page } from '@playwright/test'
import { add, bar, cards, syncState } from './support/offline.ts'
import { expect, openHomeAs, signUp, test } from './support/person.ts'
import { sow } from './support/seed.ts'
import { openCopiedServer } from './support/server.ts'
import { serverRows } from './support/server-rows.ts'

test.use({ serviceWorkers: 'allow' })

const notice = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'differed from those on the server' })

test('[OF-2] a device whose stored cards were lost notices it, reloads them, says so, and sends waiting changes', async ({
  page,
  context,
  person,
}) => {
  const sown = Array.from({ length: 200 }, (_, n) => ({ type: 'todo' as const, content: `Card ${n}` }))
  await sow(person, sown)
  await page.goto('/home')
  await expect(syncState(page)).toHaveText('Saved')
  await context.setOffline(true)
  await add(page, 'Waits on this device')
  await expect(syncState(page)).toHaveText('Offline, 1 change waiting')
  await page.close()
  await context.setOffline(false)

  const again = await context.newPage()
  await again.goto('/api/health')
  await again.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
    const name = names.find((each) => /^cardinal-[0-9a-f]{24}$/.test(each)) ?? ''
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const tx = opening.result.transaction('slices', 'readwrite')
        tx.objectStore('slices').clear()
        tx.oncomplete = () => {
          opening.result.close()
          resolve()
        }
      }
    })
  })
  await again.goto('/home')
  await expect(notice(again)).toContainText('were loaded again')
  await expect(syncState(again)).toHaveText('Saved')
  await expect(cards(again).filter({ hasText: 'Waits on this device' })).toHaveCount(1)
  await bar(again).fill('Card 199')
  await expect(cards(again)).toHaveText([/Card 199/])
  const { cards: held } = await serverRows(again.request, person.accessToken)
  expect(held).toHaveLength(201)
  await notice(again).getByRole('button', { name: 'OK' }).click()
  await expect(notice(again)).toHaveCount(0)
})

test.describe('with a server of its own', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('[OF-2] a device notices a database file copied back without "restore", and sends what was lost', async ({
    page,
    context,
  }) => {
    const server = await openCopiedServer()
    try {
      const person = await signUp(server.origin)
      await openHomeAs(page, person, server.origin)
      await add(page, 'In the file')
      await expect(syncState(page)).toHaveText('Saved')
      await server.copy()
      await add(page, 'Lost by the server')
      await expect(syncState(page)).toHaveText('Saved')
      await context.setOffline(true)
      await add(page, 'Waits on this device')
      await server.copyBack()
      // Advance the server with another device's changes, so that it does not refuse this device's cursor.
      const others = Array.from({ length: 5 }, (_, n) => ({ type: 'todo' as const, content: `Other ${n}` }))
      await sow(person, others)
      await context.setOffline(false)
      await expect(cards(page).filter({ hasText: 'Other 4' })).toHaveCount(1)
      await expect(syncState(page)).toHaveText('Saved')
      const written = ['In the file', 'Lost by the server', 'Waits on this device']
      const wanted = [...written, ...others.map(({ content }) => content)].sort()
      await expect(cards(page)).toHaveCount(wanted.length)
      await expect(notice(page), 'as after a restore').toHaveCount(0)
      const feed = await page.request.get(`${server.origin}/api/sync/pull`, {
        headers: { authorization: `Bearer ${person.accessToken}` },
      })
      const held = (await feed.text()).match(/(?<="content":")[^"]*/g)
      expect(held?.sort()).toEqual(wanted)
    } finally {
      await server.close()
    }
  })
})
