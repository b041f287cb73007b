import type { Mutation } from '@cardinal/sync'
import { expect, it } from 'vitest'
import { OutboxWriter } from './outbox-writer.ts'
import type { Clock } from './ports.ts'
import { MemoryStore } from './store/memory-store.ts'
import type { NewEntry } from './store/store.ts'

const cardId = 'c'.repeat(24)
const clock: Clock = { now: () => 1, after: () => () => {} }

/** One tab's access to the outbox that all tabs share. */
function tab(store: MemoryStore) {
  const writer = new OutboxWriter({
    store,
    clock,
    onStored: async () => {},
    onTrouble: () => {},
    makeRoom: async () => {},
  })
  return {
    write: async (key: string, mutation: Mutation) => {
      const call = { method: 'PATCH', path: '/', body: {} } as const
      const entry: NewEntry = { key, workspaceId: 'w', mutation, at: 1, call }
      await writer.add([entry])
    },
  }
}

const keys = async (store: MemoryStore) => (await store.waiting(10)).map(({ key }) => key)

it('[OF-5] edits of one text in two tabs are both sent, even while an earlier one is being sent', async () => {
  const store = new MemoryStore()
  const [one, other] = [tab(store), tab(store)]
  const edit = (content: string): Mutation => ({
    name: 'setCardContent',
    args: { cardId, content, baseSeq: 5 },
  })
  await one.write('a', edit('first of one tab'))
  const [first] = await store.waiting(1)
  await store.claim([first?.n ?? 0])
  await one.write('b', edit('second of one tab'))
  await other.write('c', edit('by the other tab'))
  expect(await keys(store)).toEqual(['a', 'b', 'c'])
})
