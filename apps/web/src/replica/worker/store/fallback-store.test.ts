import 'fake-indexeddb/auto'
import type { Change } from '@cardinal/domain'
import { describe, expect, it } from 'vitest'
import { FallbackStore } from './fallback-store.ts'
import { VERSION } from './idb-schema.ts'
import { type IdbStore, type Lost, openIdbStore } from './idb-store.ts'
import { openStore } from './open-store.ts'
import type { CopyMeta, NewEntry, StoredEntry } from './store.ts'

const W = 'a'.repeat(24)
const META: CopyMeta = { workspaceId: W, generation: 'g', slices: 0, cursor: 'e.1', seq: 1 }
let names = 0

const entry = (key: string): NewEntry => ({
  key,
  workspaceId: W,
  mutation: { name: 'deleteCards', args: { cardIds: [key] } },
  at: 1,
  call: { method: 'POST', path: '/entity/delete-many', body: { entity_ids: [key] } },
})
const gone = (id: string): Change => ({ kind: 'card', id, row: null })
const keysOf = (entries: readonly StoredEntry[]) => entries.map(({ key }) => key)

/** A store whose disk the test can fill, and a clock that it advances. */
async function storeOf() {
  let hasRoom = true
  const disk = await openIdbStore(`fallback-${++names}`, () => {})
  const guarded = new Proxy(disk, {
    get(target, name) {
      const member = Reflect.get(target, name, target) as unknown
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        if (!hasRoom && WRITES.has(name)) throw new DOMException('No room.', 'QuotaExceededError')
        return (member as (...args: unknown[]) => unknown).apply(target, args)
      }
    },
  })
  const timers: (() => void)[] = []
  const clock = {
    now: () => 0,
    after: (_ms: number, act: () => void) => {
      timers.push(act)
      return () => {}
    },
  }
  const store = new FallbackStore(guarded as IdbStore, clock, () => {})
  await store.finishLoad(META, null)
  await store.enqueue([entry('before')])
  await store.read(W, 'g', 0)
  return {
    store,
    disk,
    setRoom: (isThere: boolean) => {
      hasRoom = isThere
    },
    retry: () => timers.splice(0).forEach((act) => void act()),
  }
}

const WRITES: ReadonlySet<string | symbol> = new Set<keyof IdbStore>([
  'enqueue',
  'claim',
  'settle',
  'appendBatch',
  'adopt',
  'makeRoom',
])

describe('a store whose disk fails', () => {
  it('[OF-8] without disk space the store continues in memory, and moves to the disk when there is space', async () => {
    const { store, disk, setRoom, retry } = await storeOf()
    setRoom(false)
    await store.enqueue([entry('sent'), entry('kept')])
    expect(store.place).toBe('full')
    expect(keysOf(await store.waiting(10)), 'in the order of making').toEqual(['before', 'sent', 'kept'])
    const [before, sent] = await store.claim((await store.waiting(2)).map(({ n }) => n))
    const acknowledged = [before, sent].map((one, index) => ({ n: one?.n ?? 0, seq: 2 + index }))
    await store.settle({ acknowledged, rejected: [] })
    expect(await store.appendBatch(META, [gone('before')], 'e.2', 2)).toBe(true)
    expect((await store.read(W, 'g', 0)).batches.map(({ changes }) => changes)).toEqual([[gone('before')]])
    retry()
    expect(keysOf(await store.waiting(10)), 'still no room').toEqual(['kept'])
    expect(store.place).toBe('full')

    setRoom(true)
    retry()
    expect(keysOf(await store.waiting(10))).toEqual(['kept'])
    expect(store.place).toBe('device')
    const state = await store.read(W, 'g', 7)
    expect(state.meta, 'the rows come once more').toMatchObject(META)
    expect(state.outbox.map(({ key, ackedSeq }) => [key, ackedSeq])).toEqual([
      ['before', 2],
      ['sent', 3],
      ['kept', null],
    ])
    expect(keysOf(await disk.waiting(10))).toEqual(['kept'])
  })

  it('[OF-8] a batch that arrives after the move to the disk is read, even if memory had counted one', async () => {
    const { store, disk, setRoom, retry } = await storeOf()
    setRoom(false)
    await store.enqueue([entry('kept')])
    await store.appendBatch(META, [gone('in memory')], 'e.2', 2)
    expect((await store.read(W, 'g', 0)).batches.map(({ n }) => n)).toEqual([1])
    setRoom(true)
    retry()
    await store.waiting(10)
    expect((await store.read(W, 'g', 1)).batches, 'the disk has none yet').toEqual([])
    await disk.appendBatch(META, [gone('on the disk')], 'e.3', 3)
    expect((await store.read(W, 'g', 1)).batches.map(({ changes }) => changes)).toEqual([
      [gone('on the disk')],
    ])
    expect((await store.read(W, 'g', 1)).batches, 'and once only').toEqual([])
  })

  it('[OF-8] without a database connection the store continues in memory, with the entries that waited on the disk', async () => {
    const { store, disk } = await storeOf()
    disk.close()
    await store.enqueue([entry('after')])
    expect(store.place).toBe('memory')
    expect(keysOf(await store.waiting(10))).toEqual(['before', 'after'])
    expect(await store.appendBatch(META, [gone('x')], 'e.2', 2), 'from where the tab stood').toBe(true)
    expect(await store.appendBatch(META, [gone('x')], 'e.2', 2)).toBe(false)
    const state = await store.read(W, 'g', 4)
    expect(state.meta).toMatchObject({ cursor: 'e.2', generation: 'g' })
  })

  it('[OF-8] a tab whose stores a newer release upgrades keeps the changes that a restored server would need first', async () => {
    const databaseName = `fallback-${++names}`
    const clock = { now: () => 0, after: () => () => {} }
    const lost: Lost[] = []
    const store = await openStore({
      databaseName,
      clock,
      openDisk: (onLost) => openIdbStore(databaseName, onLost),
      onLost: (why) => lost.push(why),
      onPlaceChange: () => {},
    })
    await store.repeatSent('before')
    await store.finishLoad(META, null)
    await store.enqueue([entry('red'), entry('blue')])
    await store.read(W, 'g', 0)
    const [red] = await store.claim((await store.waiting(1)).map(({ n }) => n))
    await store.settle({ acknowledged: [{ n: red?.n ?? 0, seq: 2 }], rejected: [] })
    await store.appendBatch(META, [gone('red')], 'e.2', 2)

    const newer = await openIdbStore(databaseName, () => {}, VERSION + 1)
    await store.enqueue([entry('green')])
    expect([store.place, lost]).toEqual(['memory', ['newer-release']])
    expect(await store.history()).toEqual({ epoch: 'before', lastKey: 'red', isEmpty: false })
    await store.repeatSent('restored')
    expect(keysOf(await store.waiting(10))).toEqual(['red', 'blue', 'green'])
    newer.close()
  })

  it('an error that the disk did not cause is thrown', async () => {
    const { store } = await storeOf()
    const circle: Record<string, unknown> = { act: () => {} }
    await expect(store.writeAccount(circle as never)).rejects.toThrow()
    expect(store.place).toBe('device')
  })
})
