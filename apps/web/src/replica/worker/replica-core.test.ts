import type { Change } from '@cardinal/domain'
import { sample } from '@cardinal/testing'
import { expect, it, vi } from 'vitest'
import { createEngine } from '../engine.ts'
import type { Network } from './network.ts'
import type { ReplicaPorts } from './ports.ts'
import { ReplicaCore } from './replica-core.ts'
import { MemoryStore } from './store/memory-store.ts'
import { NOTHING_KNOWN } from './store/store.ts'

const W = 'f'.repeat(24)

const cards = (count: number) => sample('todo something\n'.repeat(count)).changes

/** A store with slices of one card each, which can be read when the test allows. */
async function storeOf(slices: number, readable: Promise<unknown> = Promise.resolve()): Promise<MemoryStore> {
  const store = new MemoryStore()
  for (const [n, change] of cards(slices).entries()) await store.writeSlice(W, 'g', n, [change])
  if (slices > 0)
    await store.finishLoad({ workspaceId: W, generation: 'g', slices, cursor: 'c', seq: 1 }, null)
  const readSlice = store.readSlice.bind(store)
  store.readSlice = async (...args) => {
    await readable
    return readSlice(...args)
  }
  return store
}

/** A core whose server has only these rows, and a clock that the test advances. */
function coreOver(store: MemoryStore, pulled: readonly Change[] = []) {
  const timers: { ms: number; act: () => void }[] = []
  const never = new Promise<never>(() => {})
  const network: Network = {
    push: () => never,
    pull: async (_workspaceId, _cursor, onChanges) => {
      if (pulled.length > 0) await onChanges(pulled)
      return never
    },
    expectLoad: () => {},
    account: () => never,
    events: () => never,
  }
  let drawn = 0
  const ports: ReplicaPorts = {
    clock: {
      now: () => 1,
      after: (ms, act) => {
        timers.push({ ms, act })
        return () => {}
      },
    },
    chance: { bytes: (length) => new Uint8Array(length).fill(drawn++), fraction: () => 0.5 },
    locks: { hold: (_name, act) => act() },
    channel: { post: () => {}, listen: () => () => {}, close: () => {} },
    yieldToEventLoop: async () => {},
  }
  const core = new ReplicaCore({
    userId: 'u',
    workspaceId: W,
    known: NOTHING_KNOWN,
    store,
    network,
    ports,
    createEngine,
  })
  const isRead = vi.fn()
  core.read.then(isRead)
  core.start()
  const pass = (ms: number) => {
    for (const timer of timers.filter((each) => each.ms <= ms)) timer.act()
  }
  return { core, isRead, pass }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))
const counted = (core: ReplicaCore) => core.ask('countCards', {}).todo

it('questions at the start are answered from all rows on the device if these are read quickly', async () => {
  let read: (value: unknown) => void = () => {}
  const { core, isRead } = coreOver(
    await storeOf(
      3,
      new Promise((resolve) => {
        read = resolve
      }),
    ),
  )
  await settled()
  expect(isRead).not.toHaveBeenCalled()
  read(null)
  await core.read
  expect(counted(core)).toBe(3)
})

it('the first questions are answered from the rows read so far if reading all takes longer', async () => {
  const { core, isRead, pass } = coreOver(await storeOf(3, new Promise(() => {})))
  await settled()
  pass(249)
  await settled()
  expect(isRead).not.toHaveBeenCalled()
  pass(250)
  await core.read
  expect(counted(core)).toBe(0)
})

it('no question waits for the copy on the disk if reading it is known to take long', async () => {
  const { core } = coreOver(await storeOf(21, new Promise(() => {})))
  await core.read
  expect(counted(core)).toBe(0)
})

it('[OF-2] a new device waits for the first rows of the server', async () => {
  const { core } = coreOver(await storeOf(0), cards(2))
  await core.read
  expect(counted(core)).toBe(2)
})

it('[CD-7] an edit of a card that this device no longer has is sent, because the server may restore the card', async () => {
  const { core } = coreOver(await storeOf(1))
  await core.read
  const cardId = 'e'.repeat(24)
  const edit = core.mutate({ name: 'editCard', args: { cardId, type: 'note' } })
  expect(edit.ok && edit.value.keys.length).toBe(1)
  expect(core.mutate({ name: 'setCardColor', args: { cardIds: [cardId], color: 'red' } }).ok).toBe(false)
})

it('the changes of one act wait as one, such as a card and the tag that is made for it', async () => {
  const { core } = coreOver(await storeOf(1))
  await core.read
  const counts = () => {
    const { waiting, unstored } = core.state().sync
    return { waiting, unstored }
  }
  const tag = { id: 'a'.repeat(24), name: 'garden' }
  const card = (id: string) =>
    ({ id: id.repeat(24), type: 'todo', content: 'Sow peas', tagIds: [tag.id] }) as const
  core.mutate({ name: 'createTags', args: { tags: [tag], attachToCardIds: [] } }, 'act')
  const made = core.mutate({ name: 'createCard', args: { card: card('b') } }, 'act')
  expect(counts()).toEqual({ waiting: 1, unstored: 1 })
  core.mutate({ name: 'createCard', args: { card: card('c') } })
  expect(counts()).toEqual({ waiting: 2, unstored: 2 })
  if (made.ok) await made.value.stored
  await settled()
  expect(core.unsaved()).toHaveLength(3)
  expect(counts()).toEqual({ waiting: 2, unstored: 0 })
})
