import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeAll, expect, it, vi } from 'vitest'
import { forgetCopies, wipeStorage } from './forget-copies.ts'
import { openIdbStore } from './worker/store/idb-store.ts'

// Databases of other test files would count as copies too.
beforeAll(() => vi.stubGlobal('indexedDB', new IDBFactory()))

it('[ID-5] a database that is deleted while copies are removed is not created again without stores', async () => {
  // Another tab removes it after the names were listed and before it is opened.
  vi.spyOn(indexedDB, 'databases').mockResolvedValueOnce([{ name: 'cardinal-gone', version: 2 }])
  expect(await forgetCopies(Date.now())).toBe(0)
  expect(await indexedDB.databases()).toEqual([])
  const store = await openIdbStore('cardinal-gone', () => {})
  expect(await store.outbox()).toEqual([])
  store.close()
})

it('[ID-5] signing out in a tab that has lost its storage keeps unsent changes of other tabs', async () => {
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

  await wipeStorage({ place: 'memory' }, name, Date.now())
  const kept = await openIdbStore(name, () => {})
  expect(await kept.outbox()).toMatchObject([{ key: 'a' }])
  kept.close()

  await wipeStorage({ place: 'device' }, name, Date.now())
  expect((await indexedDB.databases()).map((found) => found.name)).not.toContain(name)
})

it('[OF-2] changes acknowledged within 30 days are kept for their author when the server ends a session', async () => {
  const name = 'cardinal-acknowledged'
  const DAY = 86_400_000
  const store = await openIdbStore(name, () => {})
  const acknowledged = (key: string, at: number) => ({
    key,
    workspaceId: 'b'.repeat(24),
    mutation: { name: 'deleteCards' as const, args: { cardIds: ['c'.repeat(24)] } },
    at,
    call: { method: 'POST', path: '/entity/delete-many', body: {} },
  })
  await store.enqueue([
    acknowledged('old', 0),
    acknowledged('new', 20 * DAY),
    acknowledged('shown', 20 * DAY),
  ])
  await store.repeatSent('one')
  const [old, recent, shown] = await store.outbox()
  const [n, m, o] = [old, recent, shown].map((entry) => entry?.n ?? 0) as [number, number, number]
  const meta = { workspaceId: 'b'.repeat(24), generation: 'g', slices: 0, cursor: 'e.1', seq: 1 }
  await store.settle({
    acknowledged: [
      { n, seq: 1 },
      { n: m, seq: 1 },
      { n: o, seq: 2 },
    ],
    rejected: [],
  })
  await store.finishLoad(meta, null)
  store.close()

  expect(await forgetCopies(40 * DAY), 'nothing is unsent').toBe(0)
  const kept = await openIdbStore(name, () => {})
  expect((await kept.read('b'.repeat(24), null, 0)).meta).toBeUndefined()
  expect(await kept.history(), 'it goes up again, whatever the server is').toEqual({
    epoch: null,
    lastKey: null,
    isEmpty: false,
  })
  await kept.repeatSent('two')
  expect((await kept.waiting(9)).map(({ key }) => key)).toEqual(['new', 'shown'])
  kept.close()

  const again = await openIdbStore(name, () => {})
  const acknowledgedAgain = (await again.waiting(9)).map((entry) => ({ n: entry.n, seq: 3 }))
  await again.settle({ acknowledged: acknowledgedAgain, rejected: [] })
  again.close()
  expect(await forgetCopies(60 * DAY)).toBe(0)
  await vi.waitFor(async () =>
    expect((await indexedDB.databases()).map((found) => found.name)).not.toContain(name),
  )
})
