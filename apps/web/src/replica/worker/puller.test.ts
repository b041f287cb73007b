import { type Change, type DigestedRow, digestedFields, RowsDigest } from '@cardinal/domain'
import { sample } from '@cardinal/testing'
import { expect, it, vi } from 'vitest'
import { createEngine } from '../engine.ts'
import type { Network } from './network.ts'
import type { ReplicaPorts } from './ports.ts'
import { Puller } from './puller.ts'
import type { SendOutcome } from './sender.ts'
import { MemoryStore } from './store/memory-store.ts'
import { NOTHING_KNOWN } from './store/store.ts'
import { WorkspaceCopy } from './workspace-copy.ts'

const W = 'f'.repeat(24)
const { changes } = sample('todo something #one\ntodo something else #two')
const TAGS = changes.filter(({ kind }) => kind === 'tag')
const CARDS = changes.filter(({ kind }) => kind === 'card')

/** A puller with a store in memory and a scripted server. */
function pullerOver(
  store: MemoryStore,
  pull: Network['pull'],
  parts: {
    onRows?: () => void
    sendAgain?: (epoch: string | null) => Promise<SendOutcome>
    onRepair?: () => void
  } = {},
) {
  const copy = new WorkspaceCopy({
    workspaceId: W,
    known: NOTHING_KNOWN,
    store,
    createEngine,
    unstored: () => [],
    onRows: parts.onRows ?? (() => {}),
    onChange: () => {},
    onLargeCopy: () => {},
    yieldToEventLoop: async () => {},
    rest: async () => {},
  })
  let generations = 0
  const puller = new Puller({
    userId: 'u',
    store,
    copy,
    network: { pull } as Partial<Network> as Network,
    ports: {
      locks: { hold: (_name, act) => act() },
      chance: { bytes: (length) => new Uint8Array(length).fill(++generations), fraction: () => 0 },
    } as Partial<ReplicaPorts> as ReplicaPorts,
    sendAgain: parts.sendAgain ?? (async () => ({ kind: 'done', hasSent: false, blocked: null })),
    onRepair: parts.onRepair ?? (() => {}),
  })
  return { puller, copy }
}

/** Loads a workspace in these chunks. Returns a log. */
async function load(pieces: readonly (readonly Change[])[]) {
  const done: string[] = []
  const store = new MemoryStore()
  const writeSlice = store.writeSlice.bind(store)
  store.writeSlice = async (workspaceId, generation, n, slice) => {
    done.push(`slice ${n}: ${slice.length}`)
    return writeSlice(workspaceId, generation, n, slice)
  }
  const pull: Network['pull'] = async (_workspaceId, _cursor, onChanges) => {
    for (const piece of pieces) await onChanges(piece)
    return { kind: 'done', cursor: 'c', seq: 1, digest: null }
  }
  const { puller } = pullerOver(store, pull, { onRows: () => done.push('rows') })
  const outcome = await puller.pull()
  return { done, outcome, stored: await store.read(W, null, 0) }
}

it('[OF-2] a new device shows the first cards before it writes to the disk', async () => {
  const { done, outcome, stored } = await load([TAGS, CARDS.slice(0, 1), CARDS.slice(1)])
  expect(outcome).toMatchObject({ kind: 'done', isNew: true })
  expect(done.slice(0, 4)).toEqual(['rows', 'slice 0: 2', 'slice 1: 1', 'slice 2: 1'])
  expect(stored.meta).toMatchObject({ slices: 3, cursor: 'c' })
})

it('[OF-2] a load without cards is written when all of it has arrived', async () => {
  const { done, stored } = await load([TAGS])
  expect(done[0]).toBe('slice 0: 2')
  expect(stored.meta).toMatchObject({ slices: 1, cursor: 'c' })
})

it('[OF-2] an interrupted first load continues where it stopped', async () => {
  const asked: unknown[] = []
  const [first, second] = [CARDS.slice(0, 1), CARDS.slice(1)]
  const store = new MemoryStore()
  const { puller, copy } = pullerOver(store, async (_workspaceId, cursor, onChanges, behind) => {
    asked.push([cursor, behind?.id ?? null])
    if (asked.length === 1) {
      await onChanges([...TAGS, ...first], 'e.7')
      return { kind: 'later', wait: null, trouble: { kind: 'unreachable', status: null } }
    }
    await onChanges(second, null)
    return { kind: 'done', cursor: 'e.7', seq: 7, digest: null }
  })
  expect(await puller.pull()).toMatchObject({ kind: 'later' })
  expect(await puller.pull()).toMatchObject({ kind: 'done', isNew: true })
  expect(asked).toEqual([
    [null, null],
    ['e.7', first[0]?.id],
  ])
  const { meta } = await store.read(W, null, 0)
  expect(meta).toMatchObject({ slices: 2, cursor: 'e.7', seq: 7 })
  const ids = (changes: readonly Change[]) => changes.map(({ id }) => id).toSorted()
  expect(ids(copy.view.rows.snapshot())).toEqual(ids(changes))
})

it('[OF-6] a copy that differs from the server is reloaded, also when rows are lost again', async () => {
  const digest = digestOf(changes)
  let seq = 1
  let repairs = 0
  const pull: Network['pull'] = async (_workspaceId, cursor, onChanges) => {
    // The device loses a card after a pull, and the next pull brings no changes.
    const isLosing = cursor !== null && seq++ % 2 === 1
    const lost = CARDS.slice(0, 1).map((card) => ({ ...card, row: null }) as Change)
    if (cursor === null) await onChanges(changes)
    else if (isLosing) await onChanges(lost)
    return { kind: 'done', cursor: isLosing || cursor === null ? `e.${seq}` : cursor, seq, digest }
  }
  const { puller, copy } = pullerOver(new MemoryStore(), pull, { onRepair: () => repairs++ })
  await puller.pull()
  for (const time of [1, 2, 3]) {
    for (let pulls = 0; repairs < time && pulls < 5; pulls++) await puller.pull()
    expect(repairs).toBe(time)
    expect(copy.view.rows.snapshot()).toHaveLength(changes.length)
  }
})

it('[OF-6] a copy without one of its batches is reloaded, even if its digest equals that of the server', async () => {
  const store = new MemoryStore()
  let repairs = 0
  let loads = 0
  const pull: Network['pull'] = async (_workspaceId, cursor, onChanges) => {
    if (cursor === null) loads++
    if (cursor === null) await onChanges(changes)
    return { kind: 'done', cursor: 'e.1', seq: 1, digest: digestOf(changes) }
  }
  const { puller, copy } = pullerOver(store, pull, { onRepair: () => repairs++ })
  await puller.pull()
  const read = store.read.bind(store)
  store.read = async (...args) => ({ ...(await read(...args)), isDamaged: loads === 1 })
  await copy.catchUp()
  await puller.pull()
  await puller.pull()
  expect([loads, repairs]).toEqual([2, 1])
  expect(copy.view.rows.snapshot()).toHaveLength(changes.length)
})

it('[OF-6] rows that a tab reads again from a damaged disk are compared again', async () => {
  const store = new MemoryStore()
  let seq = 1
  let repairs = 0
  const pull: Network['pull'] = async (_workspaceId, cursor, onChanges) => {
    if (cursor === null) await onChanges(changes)
    if (cursor === 'e.1') await onChanges(CARDS.slice(0, 1))
    if (seq < 2 || cursor === null) seq++
    return { kind: 'done', cursor: cursor === null ? 'e.1' : 'e.2', seq, digest: digestOf(changes) }
  }
  const { puller, copy } = pullerOver(store, pull, { onRepair: () => repairs++ })
  for (let pulls = 0; pulls < 3; pulls++) await puller.pull()
  expect(repairs).toBe(0)
  const read = store.read.bind(store)
  const earlier = CARDS.slice(0, 1).map((card) => ({ ...card, row: { ...card.row, updatedAt: 1 } }) as Change)
  store.read = async (...args) => ({ ...(await read(...args)), batches: [{ n: 1, changes: earlier }] })
  await copy.catchUp()
  store.read = read
  await puller.pull()
  expect(repairs).toBe(1)
})

it('[OF-6] a wrong digest of the server does not make the device reload forever', async () => {
  let loads = 0
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const pull: Network['pull'] = async (_workspaceId, cursor, onChanges) => {
    if (cursor === null) loads++
    if (cursor === null) await onChanges(changes)
    return { kind: 'done', cursor: 'e.1', seq: 1, digest: '9.ffffffffffffffff' }
  }
  const { puller } = pullerOver(new MemoryStore(), pull)
  for (let time = 0; time < 5; time++) await puller.pull()
  expect(loads).toBe(2)
  expect(error).toHaveBeenCalledOnce()
  error.mockRestore()
})

it('[OF-6] acknowledged changes are sent again before and after a reload, because the server may be restored in between', async () => {
  const done: string[] = []
  const pull: Network['pull'] = async () => {
    done.push('load')
    return { kind: 'done', cursor: 'e.1', seq: 1, digest: null }
  }
  const sendAgain = async () => {
    done.push('send')
    return { kind: 'done' as const, hasSent: true, blocked: null }
  }
  await pullerOver(new MemoryStore(), pull, { sendAgain }).puller.pull()
  expect(done).toEqual(['send', 'load', 'send'])
})

it('[OF-2] a workspace that is new on a device is loaded, and nothing is sent again', async () => {
  const done: unknown[] = []
  const store = new MemoryStore()
  await store.repeatSent('one')
  const pull: Network['pull'] = async (_workspaceId, _cursor, _onChanges, _behind, known) => {
    done.push(['load', known?.epoch])
    return { kind: 'done', cursor: 'e.1', seq: 1, digest: null }
  }
  const sendAgain = async () => {
    done.push('send')
    return { kind: 'done' as const, hasSent: true, blocked: null }
  }
  expect(await pullerOver(store, pull, { sendAgain }).puller.pull()).toMatchObject({ kind: 'done' })
  expect(done).toEqual([['load', 'one']])
})

it('[OF-2] loading from a restored server waits until its lost changes have been sent again', async () => {
  const done: unknown[] = []
  const store = new MemoryStore()
  await store.repeatSent('one')
  const pull: Network['pull'] = async (_workspaceId, _cursor, _onChanges, _behind, known) => {
    done.push(['load', known?.epoch])
    if (known?.epoch !== 'two') return { kind: 'resync', epoch: 'two' }
    return { kind: 'done', cursor: 'e.1', seq: 1, digest: null }
  }
  const sendAgain = async (epoch: string | null) => {
    done.push(['send', epoch])
    await store.repeatSent(epoch)
    return { kind: 'done' as const, hasSent: true, blocked: null }
  }
  expect(await pullerOver(store, pull, { sendAgain }).puller.pull()).toMatchObject({ kind: 'done' })
  expect(done).toEqual([
    ['load', 'one'],
    ['send', 'two'],
    ['load', 'two'],
  ])
})

function digestOf(rows: readonly Change[]): string {
  const digest = RowsDigest.ofNothing()
  for (const row of rows) digest.add(digestedFields(row as DigestedRow))
  return digest.toString()
}
