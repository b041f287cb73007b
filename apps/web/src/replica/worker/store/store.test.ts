import 'fake-indexeddb/auto'
import type { Change } from '@cardinal/domain'
import { describe, expect, it } from 'vitest'
import { openIdbStore } from './idb-store.ts'
import { MemoryStore } from './memory-store.ts'
import type { CopyMeta, NewEntry, ReplicaStore, StoredEntry } from './store.ts'

const W = 'a'.repeat(24)
let names = 0

const IMPLEMENTATIONS: readonly [string, () => Promise<ReplicaStore>][] = [
  ['IndexedDB', () => openIdbStore(`store-${++names}`, () => {})],
  ['memory', async () => new MemoryStore()],
]

const meta = (seq: number, generation = 'g1', slices = 1): CopyMeta => ({
  workspaceId: W,
  generation,
  slices,
  cursor: `e.${seq}`,
  seq,
})
const empty = meta(1, 'g1', 0)
const gone = (id: string): Change => ({ kind: 'card', id, row: null })
const entry = (key: string): NewEntry => ({
  key,
  workspaceId: W,
  mutation: { name: 'deleteCards', args: { cardIds: [key] } },
  at: 1,
  call: { method: 'POST', path: '/entity/delete-many', body: { entity_ids: [key] } },
})
const keysOf = (entries: readonly StoredEntry[]) => entries.map(({ key }) => key)
const acknowledged = (n: number, seq: number | null) => ({
  acknowledged: [{ n, seq }],
  rejected: [],
})

describe.each(IMPLEMENTATIONS)('what a device keeps, in %s', (_name, open) => {
  it('[OF-2] the store writes rows and cursor of a pull together, and only if the copy has not changed since', async () => {
    const store = await open()
    await store.writeSlice(W, 'g1', 0, [gone('one')])
    await store.finishLoad(meta(1), null)
    expect(await store.appendBatch(meta(1), [gone('two')], 'e.2', 2)).toBe(true)
    expect(await store.appendBatch(meta(1), [gone('late')], 'e.9', 9)).toBe(false)
    const state = await store.read(W, null, 0)
    expect(state.meta).toMatchObject(meta(2))
    expect(state.isDamaged).toBe(false)
    expect(state.batches).toEqual([{ n: 1, changes: [gone('two')] }])
    expect((await store.read(W, 'g1', 1)).batches).toEqual([])
    expect(await store.readSlice(W, 'g1', 0)).toEqual([gone('one')])
  })

  it('a finished load replaces the copy as a whole', async () => {
    const store = await open()
    await store.writeSlice(W, 'g1', 0, [gone('old')])
    await store.finishLoad(meta(1), null)
    await store.appendBatch(meta(1), [gone('newer')], 'e.2', 2)
    await store.writeSlice(W, 'g2', 0, [gone('new')])
    expect(await store.finishLoad(meta(5, 'g2'), meta(2))).toBe(true)
    expect(await store.read(W, 'g1', 1)).toMatchObject({ meta: meta(5, 'g2'), batches: [] })
    expect(await store.readSlice(W, 'g1', 0)).toEqual([])
    expect(await store.readSlice(W, 'g2', 0)).toEqual([gone('new')])
  })

  it('[OF-2] a load does not become the copy if another tab made one meanwhile, or if slices of it are missing', async () => {
    const store = await open()
    await store.writeSlice(W, 'g1', 0, [gone('one')])
    await store.writeSlice(W, 'g2', 0, [gone('same')])
    expect(await store.finishLoad(meta(1), null)).toBe(true)
    // The first load has removed what the second one wrote, and the second one's next slice comes too late.
    await store.writeSlice(W, 'g2', 1, [gone('late')])
    expect(await store.finishLoad(meta(1, 'g2', 2), null)).toBe(false)
    expect(await store.finishLoad(meta(1, 'g2', 2), meta(1))).toBe(false)
    expect((await store.read(W, null, 0)).meta).toMatchObject(meta(1))
    await store.appendBatch(meta(1), [gone('pulled')], 'e.2', 2)
    await store.writeSlice(W, 'g3', 0, [gone('folded')])
    expect(await store.finishLoad(meta(1, 'g3'), meta(1))).toBe(false)
    expect((await store.read(W, null, 0)).meta).toMatchObject(meta(2))
  })

  it('[OF-2] an entry stays in the outbox until the rows include it, and then counts as sent', async () => {
    const store = await open()
    await store.finishLoad(empty, null)
    await store.enqueue([entry('a'), entry('b')])
    await store.enqueue([entry('b'), entry('c')])
    expect(keysOf(await store.outbox())).toEqual(['a', 'b', 'c'])
    const [a, b] = await store.outbox()
    await store.settle(acknowledged(a?.n ?? 0, 3))
    await store.settle(acknowledged(b?.n ?? 0, 2))
    expect(keysOf(await store.waiting(10))).toEqual(['c'])
    await store.appendBatch(empty, [], 'e.2', 2)
    expect(keysOf(await store.outbox())).toEqual(['a', 'c'])
    expect(await store.repeatSent()).toBe(1)
    expect((await store.outbox()).map(({ key, isRepeat, ackedSeq }) => [key, isRepeat, ackedSeq])).toEqual([
      ['a', false, null],
      ['b', true, null],
      ['c', false, null],
    ])
    expect(keysOf(await store.waiting(2))).toEqual(['a', 'b'])
  })

  it.each(['root', 'leaf'])(
    '[OF-8] rejected changes keep their order, and %s is retried with all its related changes',
    async (again) => {
      const store = await open()
      await store.enqueue([entry('root'), entry('leaf'), entry('other')])
      const [root, leaf, other] = await store.outbox()
      if (root === undefined || leaf === undefined || other === undefined)
        throw new Error('Nothing was kept.')
      const rejected = [
        { entry: root, reason: 'no', at: 1, because: null },
        { entry: leaf, reason: 'no', at: 1, because: 'root' },
        { entry: other, reason: 'never', at: 1, because: null },
      ]
      await store.settle({ acknowledged: [], rejected })
      expect(await store.outbox()).toEqual([])
      expect((await store.read(W, null, 0)).rejected).toEqual(rejected)
      await store.discardRejected('other')
      await store.retryRejected(again)
      expect(keysOf(await store.waiting(10))).toEqual(['root', 'leaf'])
      expect((await store.read(W, null, 0)).rejected).toEqual([])
    },
  )

  it('[OF-8] an edited change takes the place of the refused one, before changes that need it', async () => {
    const store = await open()
    await store.enqueue([entry('root'), entry('leaf')])
    const [root, leaf] = await store.outbox()
    if (root === undefined || leaf === undefined) throw new Error('Nothing was kept.')
    const rejected = [
      { entry: root, reason: 'no', at: 1, because: null },
      { entry: leaf, reason: 'no', at: 1, because: 'root' },
    ]
    await store.settle({ acknowledged: [], rejected })
    await store.retryRejected('root', entry('edited'))
    expect(await store.waiting(10)).toMatchObject([entry('edited'), entry('leaf')])
    expect((await store.read(W, null, 0)).rejected).toEqual([])
  })

  it('the store frees space only from data that can be loaded again', async () => {
    const store = await open()
    const elsewhere = { ...empty, workspaceId: 'b'.repeat(24) }
    await store.finishLoad(empty, null)
    await store.finishLoad(elsewhere, null)
    await store.enqueue([entry('a')])
    await store.makeRoom(W)
    expect((await store.read(elsewhere.workspaceId, null, 0)).meta).toBeUndefined()
    expect((await store.read(W, null, 0)).meta).toMatchObject(empty)
    expect(keysOf(await store.outbox())).toEqual(['a'])
  })
})
