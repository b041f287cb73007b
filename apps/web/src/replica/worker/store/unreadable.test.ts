import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { beforeEach, expect, it } from 'vitest'
import { VERSION } from './idb-schema.ts'
import { openIdbStore } from './idb-store.ts'
import type { NewEntry } from './store.ts'

const W = 'a'.repeat(24)
const NOW = 1_000
let names = 0
let name = ''
beforeEach(() => {
  name = `unreadable-${++names}`
})

const entry = (key: string): NewEntry => ({
  key,
  workspaceId: W,
  mutation: { name: 'deleteCards', args: { cardIds: [key] } },
  at: 1,
  call: { method: 'POST', path: '/entity/delete-many', body: { entity_ids: [key] } },
})

/** Writes raw records into the outbox. */
async function putIntoOutbox(...records: readonly object[]): Promise<void> {
  const db = await openDB(name)
  for (const record of records) await db.add('outbox', record)
  db.close()
}

const BROKEN: readonly [string, object][] = [
  ['nothing but a place', {}],
  ['no call', { ...entry('a'), call: undefined }],
  ['no key', { ...entry('a'), key: undefined }],
  ['no mutation', { ...entry('a'), mutation: undefined }],
  ['a mutation that there is no more', { ...entry('a'), mutation: { name: 'bendCards', args: {} } }],
  ['arguments of another form', { ...entry('a'), mutation: { name: 'createCard', args: { text: 'x' } } }],
]

it.each(BROKEN)(
  '[OF-8] an entry with %s becomes a rejected change and blocks no other',
  async (_what, broken) => {
    const store = await openIdbStore(name, () => {})
    await putIntoOutbox(broken)
    await store.enqueue([entry('healthy')])
    await store.rejectUnreadable(NOW)
    const { outbox, rejected } = await store.read(W, null, 0)
    expect(outbox.map(({ key }) => key)).toEqual(['healthy'])
    expect(rejected).toHaveLength(1)
    expect(rejected[0]).toMatchObject({ entry: { ...withoutNothing(broken), n: 1 }, at: NOW, because: null })
    expect(rejected[0]?.reason).toContain('Another version')
  },
)

it('[OF-8] an unreadable change stays rejected when it is retried, and is removed when it is discarded', async () => {
  const store = await openIdbStore(name, () => {})
  await putIntoOutbox({})
  await store.rejectUnreadable(NOW)
  const [rejected] = (await store.read(W, null, 0)).rejected
  const key = rejected?.entry.key ?? ''
  await store.retryRejected(key)
  expect((await store.read(W, null, 0)).rejected).toEqual([rejected])
  await store.discardRejected(key)
  expect((await store.read(W, null, 0)).rejected).toEqual([])
})

it('[OF-2] an entry of an older form without its marks is completed, so that it is sent', async () => {
  const store = await openIdbStore(name, () => {})
  await putIntoOutbox(entry('a'), { ...entry('b'), attempts: 3, ackedSeq: null, isRepeat: true })
  expect(await store.waiting(10)).toEqual([])
  await store.rejectUnreadable(NOW)
  expect(await store.waiting(10)).toMatchObject([
    { key: 'a', attempts: 0, ackedSeq: null, isRepeat: false },
    { key: 'b', attempts: 3, ackedSeq: null, isRepeat: true },
  ])
})

it('[OF-3] a newer version reloads its copy, and keeps every change, even rejected ones', async () => {
  let told = 0
  const old = await openIdbStore(name, () => told++)
  await old.finishLoad({ workspaceId: W, generation: 'g', slices: 0, cursor: 'e.1', seq: 1 }, null)
  await old.enqueue([entry('waits'), entry('refused')])
  const [, refused] = await old.outbox()
  if (refused === undefined) throw new Error('Nothing was queued.')
  const rejected = [{ entry: refused, reason: 'no', at: 1, because: null }]
  await old.settle({ acknowledged: [], rejected })
  const store = await openIdbStore(name, () => {}, VERSION + 1)
  expect(told).toBe(1)
  const state = await store.read(W, null, 0)
  expect(state.meta).toBeUndefined()
  expect(state.outbox.map(({ key }) => key)).toEqual(['waits'])
  expect(state.rejected).toEqual(rejected)
})

function withoutNothing(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}
