import { COMMANDS, callOf } from '@cardinal/contract'
import { makeId } from '@cardinal/domain'
import type { Mutation } from '@cardinal/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Trouble } from '../../session/trouble.ts'
import type { KeyedCall, Known, Network } from './network.ts'
import type { ReplicaPorts } from './ports.ts'
import { Sender } from './sender.ts'
import { MemoryStore } from './store/memory-store.ts'

const W = 'f'.repeat(24)
const idOf = (n: number) => makeId(0, new TextEncoder().encode(String(n).padStart(8, '0')))
const TAG = idOf(9_999)

/** An outbox, and a server that refuses every push with a call that it dislikes. */
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
  const filter = { dislikes, isClosed: false, trouble: { kind: 'blocked', status: 403 } as Trouble }
  const server = { epoch: null as string | null, fails: (_call: KeyedCall) => false }
  const network = {
    push: async (calls: readonly KeyedCall[], known: Known | null) => {
      const epoch = known?.epoch ?? null
      pushes++
      if (filter.isClosed || calls.some(filter.dislikes))
        return { kind: 'later', wait: null, trouble: filter.trouble } as const
      if (epoch !== null && epoch !== server.epoch) return { kind: 'resync', epoch: server.epoch } as const
      const results = calls.map(({ key, body }) => {
        const isLost = [...lost].some((id) => JSON.stringify(body).includes(id))
        if (isLost) return { key, status: 404, body: { msg: 'no', command: COMMANDS.awaited } }
        if (server.fails({ key, body } as KeyedCall)) return { key, status: 500, body: { msg: 'no' } }
        arrived.push(key)
        return { key, status: 200, body: { seq: 1, data: null } }
      })
      return { kind: 'done', results, epoch: server.epoch } as const
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
  return { sender, store, arrived, filter, server, lost, pushes: () => pushes, settlings: () => settlings }
}

const card = (n: number, content: string): Mutation => ({
  name: 'createCard',
  args: { card: { id: idOf(n), type: 'note', content, tagIds: [TAG] } },
})
const isBad = ({ body }: KeyedCall) => JSON.stringify(body).includes('bad')

it('[OF-2] one text that a filter on the way refuses does not block forty others', async () => {
  const cards = Array.from({ length: 41 }, (_, n) => card(n, n === 17 ? 'a bad word' : `card ${n}`))
  const { sender, store, arrived, filter, pushes } = await way(cards, isBad)
  const blocked = { count: 1, trouble: { kind: 'blocked', status: 403 } }
  expect(await sender.send()).toEqual({ kind: 'done', hasSent: true, blocked })
  expect(arrived).toEqual(cards.map((_, n) => `k${n}`).filter((key) => key !== 'k17'))
  expect((await store.waiting(99)).map(({ key }) => key)).toEqual(['k17'])
  expect(pushes()).toBeLessThan(25)
  filter.dislikes = () => false
  expect(await sender.send()).toEqual({ kind: 'done', hasSent: true, blocked: null })
  expect(arrived.at(-1)).toBe('k17')
})

it('[OF-2] a change that needs a blocked one waits for it', async () => {
  const edit: Mutation = { name: 'setCardContent', args: { cardId: idOf(1), content: 'fine', baseSeq: 1 } }
  const attach: Mutation = { name: 'attachTags', args: { cardIds: [idOf(1)], tagIds: [TAG] } }
  const { sender, store, arrived, filter } = await way(
    [card(1, 'a bad word'), edit, card(2, 'fine'), attach, card(3, 'fine')],
    isBad,
  )
  const blocked = { count: 3, trouble: { kind: 'blocked', status: 403 } }
  expect(await sender.send(), 'those behind it are counted').toMatchObject({ kind: 'done', blocked })
  expect(arrived).toEqual(['k2', 'k4'])
  expect((await store.waiting(99)).map(({ key }) => key)).toEqual(['k0', 'k1', 'k3'])
  filter.dislikes = () => false
  await sender.send()
  expect(arrived).toEqual(['k2', 'k4', 'k0', 'k1', 'k3'])
})

it('[OF-2] a change of a card that a restored server lost waits for the card, in order, and delays no other', async () => {
  const edit = (n: number, content: string): Mutation => ({
    name: 'editCard',
    args: { cardId: idOf(n), content: { before: '', after: content } },
  })
  const { sender, store, arrived, lost, settlings } = await way(
    [edit(1, 'a'), card(2, 'b'), edit(1, 'c'), edit(3, 'd'), edit(2, 'e')],
    () => false,
  )
  for (const n of [1, 3]) lost.add(idOf(n))
  const blocked = (count: number) => ({ count, trouble: { kind: 'awaited', status: null } })
  expect(await sender.send()).toEqual({ kind: 'done', hasSent: true, blocked: blocked(3) })
  expect(arrived).toEqual(['k1', 'k4'])
  const settled = settlings()
  expect(await sender.send()).toMatchObject({ kind: 'done', blocked: blocked(3) })
  expect(settlings(), 'other tabs would send at once what waits, and call this one again').toBe(settled)
  lost.delete(idOf(1))
  expect(await sender.send()).toMatchObject({ kind: 'done', blocked: blocked(1) })
  expect(arrived).toEqual(['k1', 'k4', 'k0', 'k2'])
  expect((await store.waiting(9)).map(({ key }) => key)).toEqual(['k3'])
  expect((await store.read(W, null, 0)).rejected).toEqual([])
})

it('[OF-2] a change that fails on the server delays only later changes of its card', async () => {
  const edit: Mutation = { name: 'setCardContent', args: { cardId: idOf(1), content: 'fine', baseSeq: 1 } }
  const { sender, store, arrived, server } = await way(
    [card(1, 'bad'), card(2, 'fine'), card(3, 'fine')],
    () => false,
  )
  server.fails = isBad
  const blocked = (count: number) => ({ count, trouble: { kind: 'server-error', status: 500 } })
  expect(await sender.send()).toEqual({ kind: 'done', hasSent: true, blocked: blocked(1) })
  expect(arrived).toEqual(['k1', 'k2'])
  await store.enqueue([
    { key: 'later', workspaceId: W, mutation: edit, at: 9, call: callOf(edit, W) },
    { key: 'other', workspaceId: W, mutation: card(4, 'fine'), at: 9, call: callOf(card(4, 'fine'), W) },
  ])
  expect(await sender.send()).toMatchObject({ kind: 'done', blocked: blocked(2) })
  expect(arrived).toEqual(['k1', 'k2', 'other'])
  server.fails = () => false
  expect(await sender.send()).toEqual({ kind: 'done', hasSent: true, blocked: null })
  expect(arrived).toEqual(['k1', 'k2', 'other', 'k0', 'later'])
})

it('[OF-8] a person who stops retrying finds blocked changes and their related changes among the rejected ones', async () => {
  const edit: Mutation = { name: 'setCardContent', args: { cardId: idOf(1), content: 'fine', baseSeq: 1 } }
  const { sender, store, arrived, server } = await way([card(1, 'bad'), card(2, 'fine')], () => false)
  server.fails = isBad
  await sender.send()
  await store.enqueue([{ key: 'edit', workspaceId: W, mutation: edit, at: 9, call: callOf(edit, W) }])
  await sender.stopTrying()
  const { rejected } = await store.read(W, null, 0)
  const reason = 'The server has a fault (error 500). Try again later.'
  expect(rejected).toMatchObject([
    { entry: { key: 'k0' }, reason, status: 500, because: null },
    { entry: { key: 'edit' }, reason, because: 'k0' },
  ])
  expect(await sender.send()).toEqual({ kind: 'done', hasSent: false, blocked: null })
  server.fails = () => false
  await store.retryRejected('k0')
  await sender.send()
  expect(arrived).toEqual(['k1', 'k0', 'edit'])
})

it.each([
  { kind: 'unreachable', status: null },
  { kind: 'silent', status: null },
  { kind: 'server-error', status: 500 },
] as const)('[OF-2] one text for which every push ends as "$kind" does not block others', async (trouble) => {
  const cards = Array.from({ length: 300 }, (_, n) => card(n, n === 17 || n === 200 ? 'bad' : `card ${n}`))
  const { sender, store, arrived, filter, pushes } = await way(cards, isBad)
  filter.trouble = trouble
  for (let tries = 0; tries < 2; tries++)
    expect(await sender.send(), 'the line may be bad: it waits').toEqual({
      kind: 'later',
      wait: null,
      trouble,
    })
  const others = cards.flatMap((_, n) => (n === 17 || n === 200 ? [] : [`k${n}`]))
  const blocked = { count: 2, trouble }
  expect(await sender.send()).toEqual({ kind: 'done', hasSent: true, blocked })
  expect(arrived).toEqual(others)
  expect(pushes()).toBeLessThan(60)
  const before = pushes()
  expect(await sender.send(), 'a blocked change is tried alone').toMatchObject({ kind: 'done', blocked })
  expect(pushes() - before).toBe(4)
  filter.dislikes = () => false
  expect(await sender.send()).toMatchObject({ kind: 'done', blocked: null })
  expect(await store.waiting(9)).toEqual([])
})

it('[OF-2] a connection that breaks now and then blocks no change', async () => {
  const { sender, store, filter, server, pushes } = await way([], () => false)
  server.epoch = 'one'
  filter.trouble = { kind: 'unreachable', status: null }
  for (let day = 0; day < 5; day++) {
    const made = card(day, 'a')
    await store.enqueue([{ key: `d${day}`, workspaceId: W, mutation: made, at: 9, call: callOf(made, W) }])
    filter.isClosed = true
    expect(await sender.send()).toMatchObject({ kind: 'later' })
    expect(await sender.send()).toMatchObject({ kind: 'later' })
    filter.isClosed = false
    expect(await sender.send()).toMatchObject({ kind: 'done', blocked: null })
  }
  expect(pushes(), 'nothing was looked for').toBe(15)
})

it('[OF-2] a restored server gets its lost changes before later ones, in order', async () => {
  const { sender, store, arrived, server } = await way([card(1, 'a'), card(2, 'b')], () => false)
  server.epoch = 'one'
  await sender.send()
  expect(await store.history()).toEqual({ epoch: 'one', lastKey: 'k1', isEmpty: false })
  const edit: Mutation = { name: 'setCardColor', args: { cardIds: [idOf(1)], color: 'blue' } }
  await store.enqueue([{ key: 'new', workspaceId: W, mutation: edit, at: 9, call: callOf(edit, W) }])
  server.epoch = 'two'
  arrived.length = 0
  expect(await sender.send()).toMatchObject({ kind: 'done', blocked: null })
  expect(arrived).toEqual(['k0', 'k1', 'new'])
  expect(await store.history()).toMatchObject({ epoch: 'two', lastKey: 'new' })
})

it('[OF-2] a device that knows no epoch and has sent something before pulls before it pushes', async () => {
  const { sender, store, arrived, server, pushes } = await way([card(1, 'a')], () => false)
  await sender.send()
  server.epoch = 'two'
  arrived.length = 0
  await store.repeatSent(null)
  await store.settle({ acknowledged: [{ n: 1, seq: 1 }], rejected: [] })
  const made = card(2, 'b')
  await store.enqueue([{ key: 'new', workspaceId: W, mutation: made, at: 9, call: callOf(made, W) }])
  const before = pushes()
  await sender.send()
  expect(pushes() - before).toBe(2)
  expect(arrived).toEqual(['k0', 'new'])
})

it('[OF-2] servers that disagree on the epoch do not get everything again forever', async () => {
  const { sender, store, server } = await way([card(1, 'a')], () => false)
  server.epoch = 'one'
  await sender.send()
  const made = card(2, 'b')
  await store.enqueue([{ key: 'new', workspaceId: W, mutation: made, at: 9, call: callOf(made, W) }])
  let n = 0
  Object.defineProperty(server, 'epoch', { get: () => `e${n++}` })
  expect(await sender.send()).toMatchObject({ kind: 'later' })
})

it('[OF-2] a connection that fails completely is tried twice, and not once for each change', async () => {
  const cards = Array.from({ length: 400 }, (_, n) => card(n, `card ${n}`))
  const { sender, store, filter, pushes } = await way(cards, isBad)
  filter.isClosed = true
  const trouble = { kind: 'blocked', status: 403 }
  expect(await sender.send()).toEqual({ kind: 'later', wait: null, trouble })
  expect(await store.waiting(999)).toHaveLength(400)
  expect(pushes()).toBe(2)
  filter.isClosed = false
  expect(await sender.send()).toMatchObject({ kind: 'done', blocked: null })
})

it('[OF-2] property: whatever texts a filter refuses, all others arrive once and in order', async () => {
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
      const blocked = keys('bad').length
      expect(outcome.kind === 'done' ? (outcome.blocked?.count ?? 0) : outcome).toBe(blocked)
    }),
  )
})
