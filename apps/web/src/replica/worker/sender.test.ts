import { COMMANDS, callOf } from '@cardinal/contract'
import { makeId } from '@cardinal/domain'
import type { Mutation } from '@cardinal/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { KeyedCall, Network } from './network.ts'
import type { ReplicaPorts } from './ports.ts'
import { Sender } from './sender.ts'
import { MemoryStore } from './store/memory-store.ts'

const W = 'f'.repeat(24)
const idOf = (n: number) => makeId(0, new TextEncoder().encode(String(n).padStart(8, '0')))
const TAG = idOf(9_999)

/** An outbox, and a way to the server that refuses every push with something in it that it dislikes. */
async function way(mutations: readonly Mutation[], dislikes: (call: KeyedCall) => boolean) {
  const store = new MemoryStore()
  await store.enqueue(
    mutations.map((mutation, n) => ({
      key: `k${n}`,
      workspaceId: W,
      mutation,
      at: n,
      call: callOf(mutation, W),
    })),
  )
  const arrived: string[] = []
  /** Cards that a restored server has lost. */
  const lost = new Set<string>()
  let pushes = 0
  let settlings = 0
  const filter = { dislikes, isClosed: false }
  const network = {
    push: async (calls: readonly KeyedCall[]) => {
      pushes++
      if (filter.isClosed || calls.some(filter.dislikes))
        return { kind: 'later', wait: null, trouble: { kind: 'blocked', status: 403 } } as const
      const results = calls.map(({ key, body }) => {
        const isLost = [...lost].some((id) => JSON.stringify(body).includes(id))
        if (isLost) return { key, status: 404, body: { msg: 'no', command: COMMANDS.awaited } }
        arrived.push(key)
        return { key, status: 200, body: { seq: 1, data: null } }
      })
      return { kind: 'done', results } as const
    },
  } as Partial<Network> as Network
  const sender = new Sender({
    userId: 'u',
    store,
    network,
    ports: {
      locks: { hold: (_name, act) => act() },
      clock: { now: () => 0, after: () => () => {} },
    } as Partial<ReplicaPorts> as ReplicaPorts,
    onSettled: async () => {
      settlings++
    },
  })
  return { sender, store, arrived, filter, lost, pushes: () => pushes, settlings: () => settlings }
}

const card = (n: number, content: string): Mutation => ({
  name: 'createCard',
  args: { card: { id: idOf(n), type: 'note', content, tagIds: [TAG] } },
})
const isBad = ({ body }: KeyedCall) => JSON.stringify(body).includes('bad')

it('[OF-2] one text that a filter on the way refuses does not hold forty others', async () => {
  const cards = Array.from({ length: 41 }, (_, n) => card(n, n === 17 ? 'a bad word' : `card ${n}`))
  const { sender, store, arrived, filter, pushes } = await way(cards, isBad)
  const heldBack = { count: 1, trouble: { kind: 'blocked', status: 403 } }
  expect(await sender.send()).toEqual({ kind: 'done', hasSent: true, heldBack })
  expect(arrived).toEqual(cards.map((_, n) => `k${n}`).filter((key) => key !== 'k17'))
  expect((await store.waiting(99)).map(({ key }) => key)).toEqual(['k17'])
  expect(pushes()).toBeLessThan(25)
  filter.dislikes = () => false
  expect(await sender.send()).toEqual({ kind: 'done', hasSent: true, heldBack: null })
  expect(arrived.at(-1)).toBe('k17')
})

it('[OF-2] what builds on a change that is held back waits behind it', async () => {
  const edit: Mutation = { name: 'setCardContent', args: { cardId: idOf(1), content: 'fine', baseSeq: 1 } }
  const attach: Mutation = { name: 'attachTags', args: { cardIds: [idOf(1)], tagIds: [TAG] } }
  const { sender, store, arrived, filter } = await way(
    [card(1, 'a bad word'), edit, card(2, 'fine'), attach, card(3, 'fine')],
    isBad,
  )
  const heldBack = { count: 3, trouble: { kind: 'blocked', status: 403 } }
  expect(await sender.send(), 'those behind it are counted').toMatchObject({ kind: 'done', heldBack })
  expect(arrived).toEqual(['k2', 'k4'])
  expect((await store.waiting(99)).map(({ key }) => key)).toEqual(['k0', 'k1', 'k3'])
  filter.dislikes = () => false
  await sender.send()
  expect(arrived).toEqual(['k2', 'k4', 'k0', 'k1', 'k3'])
})

it('[OF-2] a change of a card that a restored server has lost waits for it, in order, and holds up no other', async () => {
  const edit = (n: number, content: string): Mutation => ({
    name: 'editCard',
    args: { cardId: idOf(n), content: { before: '', after: content } },
  })
  const { sender, store, arrived, lost, settlings } = await way(
    [edit(1, 'a'), card(2, 'b'), edit(1, 'c'), edit(3, 'd'), edit(2, 'e')],
    () => false,
  )
  for (const n of [1, 3]) lost.add(idOf(n))
  const heldBack = (count: number) => ({ count, trouble: { kind: 'awaited', status: null } })
  expect(await sender.send()).toEqual({ kind: 'done', hasSent: true, heldBack: heldBack(3) })
  expect(arrived).toEqual(['k1', 'k4'])
  const settled = settlings()
  expect(await sender.send()).toMatchObject({ kind: 'done', heldBack: heldBack(3) })
  expect(settlings(), 'other tabs would send at once what waits, and call this one again').toBe(settled)
  lost.delete(idOf(1))
  expect(await sender.send()).toMatchObject({ kind: 'done', heldBack: heldBack(1) })
  expect(arrived).toEqual(['k1', 'k4', 'k0', 'k2'])
  expect((await store.waiting(9)).map(({ key }) => key)).toEqual(['k3'])
  expect((await store.read(W, null, 0)).rejected).toEqual([])
})

it('[OF-2] a way that lets nothing through is asked twice, and not once for each change', async () => {
  const cards = Array.from({ length: 400 }, (_, n) => card(n, `card ${n}`))
  const { sender, store, filter, pushes } = await way(cards, isBad)
  filter.isClosed = true
  const trouble = { kind: 'blocked', status: 403 }
  expect(await sender.send()).toEqual({ kind: 'later', wait: null, trouble })
  expect(await store.waiting(999)).toHaveLength(400)
  expect(pushes()).toBe(2)
  filter.isClosed = false
  expect(await sender.send()).toMatchObject({ kind: 'done', heldBack: null })
})

it('[OF-2] property: whichever texts a filter refuses, all others arrive, in order and once', async () => {
  const texts = fc.array(fc.constantFrom('fine', 'fine', 'fine', 'bad'), { minLength: 1, maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(texts, async (words) => {
      const { sender, arrived } = await way(
        words.map((word, n) => card(n, word)),
        isBad,
      )
      const outcome = await sender.send()
      const keys = (wanted: string) => words.flatMap((word, n) => (word === wanted ? [`k${n}`] : []))
      expect(arrived).toEqual(keys('fine'))
      const heldBack = keys('bad').length
      expect(outcome.kind === 'done' ? (outcome.heldBack?.count ?? 0) : outcome).toBe(heldBack)
    }),
  )
})
