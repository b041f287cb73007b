import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import { forgetCopies } from './forget-copies.ts'
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
