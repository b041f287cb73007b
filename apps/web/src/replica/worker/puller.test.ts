import type { Change } from '@cardinal/domain'
import { sample } from '@cardinal/testing'
import { expect, it } from 'vitest'
import { createEngine } from '../engine.ts'
import type { Network } from './network.ts'
import type { ReplicaPorts } from './ports.ts'
import { Puller } from './puller.ts'
import { MemoryStore } from './store/memory-store.ts'
import { WorkspaceCopy } from './workspace-copy.ts'

const W = 'f'.repeat(24)
const { changes } = sample('todo something #one\ntodo something else #two')
const TAGS = changes.filter(({ kind }) => kind === 'tag')
const CARDS = changes.filter(({ kind }) => kind === 'card')

/** Loads a workspace in these pieces; tells what was done in which order. */
async function load(pieces: readonly (readonly Change[])[]) {
  const done: string[] = []
  const store = new MemoryStore()
  const writeSlice = store.writeSlice.bind(store)
  store.writeSlice = async (workspaceId, generation, n, slice) => {
    done.push(`slice ${n}: ${slice.length}`)
    return writeSlice(workspaceId, generation, n, slice)
  }
  const copy = new WorkspaceCopy({
    workspaceId: W,
    store,
    createEngine,
    unstored: () => [],
    onRows: () => done.push('rows'),
    onChange: () => {},
    onLargeCopy: () => {},
    yieldToEventLoop: async () => {},
    rest: async () => {},
  })
  const puller = new Puller({
    userId: 'u',
    store,
    copy,
    network: {
      pull: async (_workspaceId, _cursor, handOn) => {
        for (const piece of pieces) await handOn(piece)
        return { kind: 'done', cursor: 'c', seq: 1, digest: null }
      },
    } as Partial<Network> as Network,
    ports: {
      locks: { hold: (_name, act) => act() },
      chance: { bytes: (length) => new Uint8Array(length), fraction: () => 0 },
    } as Partial<ReplicaPorts> as ReplicaPorts,
    sendAgain: async () => ({ kind: 'done', hasSent: false, heldBack: null }),
    onRepair: () => {},
  })
  const outcome = await puller.pull()
  return { done, outcome, stored: await store.read(W, null, 0) }
}

it('[OF-2] on a new device nothing is written before the first cards are told of', async () => {
  const { done, outcome, stored } = await load([TAGS, CARDS.slice(0, 1), CARDS.slice(1)])
  expect(outcome).toEqual({ kind: 'done', isNew: true })
  expect(done.slice(0, 4)).toEqual(['rows', 'slice 0: 2', 'slice 1: 1', 'slice 2: 1'])
  expect(stored.meta).toMatchObject({ slices: 3, cursor: 'c' })
})

it('[OF-2] where there are no cards, the rest is written when all of it has come', async () => {
  const { done, stored } = await load([TAGS])
  expect(done[0]).toBe('slice 0: 2')
  expect(stored.meta).toMatchObject({ slices: 1, cursor: 'c' })
})

it('[OF-2] a first load that was cut off goes on where it stopped', async () => {
  const store = new MemoryStore()
  const copy = new WorkspaceCopy({
    workspaceId: W,
    store,
    createEngine,
    unstored: () => [],
    onRows: () => {},
    onChange: () => {},
    onLargeCopy: () => {},
    yieldToEventLoop: async () => {},
    rest: async () => {},
  })
  const asked: unknown[] = []
  const [first, second] = [CARDS.slice(0, 1), CARDS.slice(1)]
  const puller = new Puller({
    userId: 'u',
    store,
    copy,
    network: {
      pull: async (_workspaceId, cursor, handOn, behind) => {
        asked.push([cursor, behind?.id ?? null])
        if (asked.length === 1) {
          await handOn([...TAGS, ...first], 'e.7')
          return { kind: 'later', wait: null, trouble: { kind: 'unreachable', status: null } }
        }
        await handOn(second, null)
        return { kind: 'done', cursor: 'e.7', seq: 7, digest: null }
      },
    } as Partial<Network> as Network,
    ports: {
      locks: { hold: (_name, act) => act() },
      chance: { bytes: (length) => new Uint8Array(length), fraction: () => 0 },
    } as Partial<ReplicaPorts> as ReplicaPorts,
    sendAgain: async () => ({ kind: 'done', hasSent: false, heldBack: null }),
    onRepair: () => {},
  })
  expect(await puller.pull()).toMatchObject({ kind: 'later' })
  expect(await puller.pull()).toEqual({ kind: 'done', isNew: true })
  expect(asked).toEqual([
    [null, null],
    ['e.7', first[0]?.id],
  ])
  const { meta } = await store.read(W, null, 0)
  expect(meta).toMatchObject({ slices: 2, cursor: 'e.7', seq: 7 })
  const ids = (changes: readonly Change[]) => changes.map(({ id }) => id).toSorted()
  expect(ids(copy.view.rows.snapshot())).toEqual(ids(changes))
})
