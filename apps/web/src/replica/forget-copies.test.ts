import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import { forgetCopies, wipeStorage } from './forget-copies.ts'
import { openIdbStore } from './worker/store/idb-store.ts'

it('[ID-5] a database that is removed while copies are forgotten is not made again without its stores', async () => {
  // Another tab removes it between the list of names and the opening.
  vi.spyOn(indexedDB, 'databases').mockResolvedValueOnce([{ name: 'cardinal-gone', version: 2 }])
  expect(await forgetCopies()).toBe(0)
  expect(await indexedDB.databases()).toEqual([])
  const store = await openIdbStore('cardinal-gone', () => {})
  expect(await store.outbox()).toEqual([])
  store.close()
})

it('[ID-5] signing out in a tab without its storage leaves what another tab has not sent', async () => {
  const name = 'cardinal-two-tabs'
  const other = await openIdbStore(name, () => {})
  await other.enqueue([
    {
      key: 'a',
      workspaceId: 'b'.repeat(24),
      mutation: { name: 'deleteCards', args: { cardIds: ['c'.repeat(24)] } },
      at: 1,
      call: { method: 'POST', path: '/entity/delete-many', body: {} },
    },
  ])
  other.close()

  await wipeStorage({ place: 'memory' }, name)
  const kept = await openIdbStore(name, () => {})
  expect(await kept.outbox()).toMatchObject([{ key: 'a' }])
  kept.close()

  await wipeStorage({ place: 'device' }, name)
  expect((await indexedDB.databases()).map((found) => found.name)).not.toContain(name)
})
