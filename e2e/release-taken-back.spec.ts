import { readFile } from 'node:fs/promises'
import { add, cards, syncState, untilServiceWorkerAnswers } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { serverRows } from './support/server-rows.ts'

test.use({ serviceWorkers: 'allow' })

test('[OF-8] an app that meets stores of a later version than its own offers the waiting changes in them as a file, and sends them', async ({
  page,
  context,
  person,
}) => {
  await page.goto('/home')
  await untilServiceWorkerAnswers(page)
  await expect(syncState(page)).toHaveText('Saved')
  await context.setOffline(true)
  await add(page, 'Waits in the newer stores')
  await expect(syncState(page)).toHaveText('Offline, 1 change waiting')
  await page.close()
  await context.setOffline(false)

  const later = await context.newPage()
  await later.goto('/api/health')
  await later.evaluate(async () => {
    for (const { name, version } of await indexedDB.databases())
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name ?? '', (version ?? 0) + 1)
        opening.onsuccess = () => {
          opening.result.close()
          resolve()
        }
        opening.onerror = () => reject(opening.error)
      })
  })
  await later.route('**/api/sync/push*', (route) => route.abort())
  await context.route('**/api/sync/push*', (route) => route.abort())
  await later.goto('/home')
  const notice = later.getByRole('alert').filter({ hasText: 'this older version cannot use them' })
  await expect(notice).toContainText('1 change not sent yet')
  await expect(cards(later).filter({ hasText: 'Waits in the newer stores' })).toHaveCount(1)
  const saving = later.waitForEvent('download')
  await notice.getByRole('button', { name: 'Save as a file', exact: true }).click()
  expect(await readFile(await (await saving).path(), 'utf8')).toContain('Waits in the newer stores')

  await context.unrouteAll()
  await later.unrouteAll()
  await later.evaluate(() => dispatchEvent(new Event('online')))
  await expect(syncState(later)).toHaveText('Saved')
  const { cards: held } = await serverRows(later.request, person.accessToken)
  expect(held.map(({ content }) => content)).toEqual(['Waits in the newer stores'])
})
