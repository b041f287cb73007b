import 'fake-indexeddb/auto'
import type { Change } from '@cardinal/domain'
import { openDB } from 'idb'
import { expect, it } from 'vitest'
import { openIdbStore } from './idb-store.ts'

const W = 'a'.repeat(24)
let names = 0

const at = (seq: number) => ({ workspaceId: W, generation: 'g1', slices: 0, cursor: `e.${seq}`, seq })
const gone = (id: string): Change => ({ kind: 'card', id, row: null })

/** A store with two batches after an empty load. */
async function storeOfTwo() {
  const name = `damaged-${++names}`
  const store = await openIdbStore(name, () => {})
  await store.finishLoad(at(1), null)
  await store.appendBatch(at(1), [gone('one')], 'e.2', 2)
  await store.appendBatch(at(2), [gone('two')], 'e.3', 3)
  const disk = await openDB(name)
  return { store, disk }
}

it.each([1, 2])('[OF-6] a copy without its batch %i is damaged', async (lost) => {
  const { store, disk } = await storeOfTwo()
  expect((await store.read(W, null, 0)).isDamaged).toBe(false)
  expect((await store.read(W, 'g1', 1)).isDamaged).toBe(false)
  await disk.delete('batches', [W, 'g1', lost])
  expect((await store.read(W, null, 0)).isDamaged).toBe(true)
  expect(await store.appendBatch(at(3), [gone('three')], 'e.4', 4)).toBe(true)
  const { batches, isDamaged } = await store.read(W, null, 0)
  expect(batches.map(({ n }) => n)).toEqual([3 - lost, 3])
  expect(isDamaged, 'also after a later batch').toBe(true)
  disk.close()
})

it('[OF-6] a copy with an unreadable batch is damaged, and a new load repairs it', async () => {
  const { store, disk } = await storeOfTwo()
  await disk.put('batches', {}, [W, 'g1', 2])
  expect((await store.read(W, null, 0)).isDamaged).toBe(true)
  expect(await store.finishLoad({ ...at(5), generation: 'g2' }, at(3))).toBe(true)
  expect((await store.read(W, 'g1', 2)).isDamaged).toBe(false)
  disk.close()
})

it('[OF-6] a copy of an older release, which did not count batches, is not damaged', async () => {
  const { store, disk } = await storeOfTwo()
  await disk.put('copies', at(3))
  expect((await store.read(W, null, 0)).isDamaged).toBe(false)
  await store.appendBatch(at(3), [gone('three')], 'e.4', 4)
  const { batches, isDamaged } = await store.read(W, null, 0)
  expect(batches.map(({ n }) => n)).toEqual([1, 2, 3])
  expect(isDamaged).toBe(false)
  disk.close()
})

it('[OF-2] the cursor of a pull is not stored if its rows can not be stored', async () => {
  const { store, disk } = await storeOfTwo()
  const unwritable = { ...gone('three'), row: () => {} } as unknown as Change
  await expect(store.appendBatch(at(3), [unwritable], 'e.4', 4)).rejects.toThrow()
  const { meta, batches } = await store.read(W, null, 0)
  expect(meta).toMatchObject(at(3))
  expect(batches.map(({ n }) => n)).toEqual([1, 2])
  disk.close()
})
