import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { expect, it } from 'vitest'
import { VERSION } from './idb-schema.ts'
import { openIdbStore } from './idb-store.ts'
import { MemoryStore } from './memory-store.ts'
import { waitingInNewer } from './newer-store.ts'
import type { NewEntry } from './store.ts'

const W = 'a'.repeat(24)
const NOW = 1_000

const entry = (key: string): NewEntry => ({
  key,
  workspaceId: W,
  mutation: { name: 'deleteCards', args: { cardIds: [key] } },
  at: 1,
  call: { method: 'POST', path: '/entity/delete-many', body: { entity_ids: [key] } },
})

it('[OF-8] an older release finds waiting and rejected changes in the stores of a newer one, unchanged', async () => {
  const name = 'taken-back'
  const newer = await openIdbStore(name, () => {}, VERSION + 1)
  await newer.enqueue([entry('a'), entry('b'), entry('c')])
  const [first, second] = await newer.outbox()
  if (first === undefined || second === undefined) throw new Error('Two of three changes are missing.')
  const rejected = { entry: first, reason: 'No room', at: 5, because: null }
  await newer.settle({ acknowledged: [{ n: second.n, seq: 7 }], rejected: [rejected] })
  newer.close()
  const database = await openDB(name)
  await database.add('outbox', { ...entry('z'), mutation: { name: 'foldCards', args: {} } })
  await database.put('parked', { entry: { key: 'odd' }, told: 'in another form' })
  database.close()
  await expect(openIdbStore(name, () => {})).rejects.toThrow(
    expect.objectContaining({ name: 'VersionError' }),
  )

  const remains = await waitingInNewer(name, NOW)
  expect(remains.outbox).toMatchObject([{ key: 'c', call: entry('c').call, ackedSeq: null }])
  expect(remains.sent, 'a restored server may have lost it').toMatchObject([{ key: 'b', ackedSeq: 7 }])
  expect(remains.rejected.map(({ reason }) => reason)).toContain('No room')
  expect(remains.rejected.filter(({ reason }) => reason.startsWith('Another version'))).toHaveLength(2)
  expect(JSON.stringify(remains.rejected)).toContain('in another form')

  const memory = new MemoryStore(remains)
  expect(await memory.waiting(10)).toMatchObject([{ key: 'c' }])
  const left = await openDB(name)
  expect(await left.count('outbox'), 'the newer release finds all as it was').toBe(3)
  left.close()
})

it('[OF-8] an older release that does not know the stores of a newer one finds nothing, without an error', async () => {
  const database = await openDB('other-stores', VERSION + 1, {
    upgrade: (db) => {
      db.createObjectStore('things')
    },
  })
  database.close()
  expect(await waitingInNewer('other-stores', NOW)).toEqual({
    outbox: [],
    sent: [],
    rejected: [],
    account: undefined,
  })
})
