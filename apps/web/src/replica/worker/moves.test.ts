import { type Change, type Id, makeId, textsHash } from '@cardinal/domain'
import { MemoryRows, type MovedCards, type Mutation, Overlay, runMutation } from '@cardinal/sync'
import { sample } from '@cardinal/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withCalls } from './load-wire.ts'
import { type MovingParts, moveBack, moveCards, previewMove } from './moves.ts'
import type { KeyedCall, Network } from './network.ts'
import type { ReplicaPorts } from './ports.ts'
import { Sender } from './sender.ts'
import { MemoryStore } from './store/memory-store.ts'

const [HERE, THERE] = ['e'.repeat(24), 'f'.repeat(24)]
const NOW = 1_900_000_000_000

const kitchen = sample(`
  link https://bread.example/ Rye bread / knead it #bread #baking @red
  note Soup #soup
  todo Buy flour #baking`)
const CARDS = [1, 2, 3].map((n) => kitchen.card(n))

/** What happens to a push: it arrives; it or its answer is lost; the server is busy; the tab dies after it. */
type Fate = 'arrives' | 'request lost' | 'answer lost' | 'busy' | 'dies'
const fates = fc.array(fc.constantFrom<Fate>('arrives', 'request lost', 'answer lost', 'busy', 'dies'), {
  maxLength: 12,
})

/** A device with an open workspace and a copy of another, and the server of both, with the real mutators. */
async function world(there: readonly Change[] = sample('note Old #baking').changes) {
  const store = new MemoryStore()
  await store.writeSlice(THERE, 'g', 0, there)
  await store.finishLoad({ workspaceId: THERE, generation: 'g', slices: 1, cursor: 'c', seq: 1 }, null)
  const server = new Map([
    [HERE, new MemoryRows(kitchen.changes)],
    [THERE, new MemoryRows(there)],
  ])
  const rows = new Overlay(new MemoryRows(kitchen.changes))
  let made = 0
  let written = Promise.resolve()
  const parts: MovingParts = {
    workspaceId: HERE,
    store,
    now: NOW,
    newId: () => makeId(NOW, new TextEncoder().encode(String(++made).padStart(8, '0'))),
    rows,
    show: (mutation) => rows.run(mutation, { now: NOW }),
    entry: (mutation, workspaceId) => ({
      key: `key ${++made}`,
      workspaceId,
      mutation,
      at: NOW,
    }),
    write: (entries) => {
      written = withCalls(entries).then((complete) => store.enqueue(complete))
    },
  }
  return { store, server, rows, parts, isWritten: () => written }
}

type World = Awaited<ReturnType<typeof world>>

/** Number of living cards on the server with this content, in both workspaces. */
function livingCopies({ server }: World, content: string): number {
  return [...server.values()]
    .flatMap((rows) => rows.snapshot())
    .filter(({ kind, row }) => kind === 'card' && row !== null && 'content' in row && row.content === content)
    .length
}

/** Sends everything. The first pushes have these fates. `check` runs after every change on the server. */
async function send(
  { store, server }: World,
  given: readonly Fate[],
  check: () => void,
  isRefused: (mutation: Mutation) => boolean = () => false,
): Promise<void> {
  const waiting = [...given]
  const answers = new Map<string, { status: number; body: object }>()
  const network = {
    push: async (calls: readonly KeyedCall[]) => {
      const fate = waiting.shift() ?? 'arrives'
      const later = { kind: 'later', wait: null, trouble: { kind: 'offline', status: null } } as const
      if (fate === 'request lost') return later
      const entries = new Map((await store.outbox()).map((entry) => [entry.key, entry]))
      const results = calls.map(({ key }, n) => {
        if (fate === 'busy' && n % 2 === 1) return { key, status: 503, body: { msg: 'busy' } }
        const mutation = entries.get(key)?.mutation as Mutation
        const of = server.get(entries.get(key)?.workspaceId ?? '') as MemoryRows
        const known = answers.get(key)
        if (known !== undefined) return { key, ...known }
        if (isRefused(mutation)) return { key, status: 403, body: { msg: 'The plan is full.' } }
        const outcome = runMutation(mutation, of, { now: NOW, onConflict: 'merge' })
        if (outcome.ok) of.apply(outcome.value.changes)
        const answer = { status: outcome.ok ? 200 : 404, body: { msg: '', seq: 2, data: null } }
        answers.set(key, answer)
        check()
        return { key, ...answer }
      })
      if (fate === 'dies') throw new Error('The tab has died.')
      return fate === 'answer lost' ? later : ({ kind: 'done', results, epoch: null } as const)
    },
  } as Partial<Network> as Network
  const ports = {
    locks: { hold: (_name, act) => act() },
    clock: { now: () => NOW, after: () => () => {} },
  } as Partial<ReplicaPorts> as ReplicaPorts
  for (let tries = 0; (await store.waiting(1)).length > 0; tries++) {
    expect(tries).toBeLessThan(40)
    const sender = new Sender({ userId: 'u', store, network, ports, onSettled: async () => {} })
    await sender.send().catch((failure: Error) => expect(failure.message).toBe('The tab has died.'))
  }
}

const contentOf = (id: Id) => {
  const row = kitchen.changes.find((change) => change.id === id)?.row
  return row !== null && row !== undefined && 'content' in row ? row.content : ''
}

function moved(world: World, cardIds: readonly Id[] = CARDS): MovedCards {
  const result = moveCards(cardIds, THERE, world.parts)
  if (!result.ok || result.value.moved === undefined) throw new Error('It was refused.')
  return result.value.moved
}

describe('cards that move to another workspace', () => {
  it('[OF-2] [HM-18] moved cards are always on the server, whatever happens to the pushes, and in the end only in the target', async () => {
    await fc.assert(
      fc.asyncProperty(fates, async (given) => {
        const all = await world()
        const { cards } = moved(all)
        expect(CARDS.some((id) => all.rows.card(id))).toBe(false)
        await all.isWritten()
        await send(all, given, () => {
          for (const id of CARDS) expect(livingCopies(all, contentOf(id))).toBeGreaterThan(0)
        })
        for (const { from, to } of cards) {
          expect(all.server.get(HERE)?.card(from)).toBeUndefined()
          expect(all.server.get(THERE)?.card(to)?.content).toBe(contentOf(from))
        }
      }),
    )
  })

  it('[OF-8] [CD-9] moved cards stay in the source if the target refuses them, and the refused ones are kept with the reason', async () => {
    await fc.assert(
      fc.asyncProperty(fates, fc.subarray(CARDS), async (given, refusedIds) => {
        const all = await world()
        const { cards } = moved(all)
        await all.isWritten()
        const refused = new Set(cards.flatMap(({ from, to }) => (refusedIds.includes(from) ? [to] : [])))
        const isRefused = (mutation: Mutation) =>
          mutation.name === 'createCard' && refused.has(mutation.args.card.id)
        await send(all, given, () => {}, isRefused)
        for (const { from, to } of cards) {
          expect(all.server.get(HERE)?.card(from) !== undefined).toBe(refused.has(to))
          expect(all.server.get(THERE)?.card(to) !== undefined).toBe(!refused.has(to))
        }
        const { rejected } = await all.store.read(THERE, null, 0)
        expect(rejected).toHaveLength(2 * refused.size)
        expect(rejected.every(({ reason }) => reason === 'The plan is full.')).toBe(true)
      }),
    )
  })

  it('[OF-2] cards that are moved back arrive whole, whatever happens to the pushes, and are always on the server', async () => {
    await fc.assert(
      fc.asyncProperty(fates, fates, async (first, then) => {
        const all = await world()
        const before = CARDS.map((id) => all.server.get(HERE)?.card(id))
        const back = moved(all)
        await all.isWritten()
        await send(all, first, () => {})
        expect(await moveBack(back, true, all.parts)).toEqual([])
        await all.isWritten()
        await send(all, then, () => {
          for (const id of CARDS) expect(livingCopies(all, contentOf(id))).toBeGreaterThan(0)
        })
        expect(CARDS.map((id) => all.server.get(HERE)?.card(id))).toEqual(before)
        for (const { to } of back.cards) expect(all.server.get(THERE)?.card(to)).toBeUndefined()
      }),
    )
  })

  it('[OF-8] [CD-9] cards that are moved back stay in the target if the server does not restore them in the source', async () => {
    await fc.assert(
      fc.asyncProperty(fates, async (given) => {
        const all = await world()
        const back = moved(all)
        await all.isWritten()
        await send(all, [], () => {})
        await moveBack(back, true, all.parts)
        await all.isWritten()
        await send(
          all,
          given,
          () => {},
          ({ name }) => name === 'restoreCards',
        )
        for (const { to } of back.cards) expect(all.server.get(THERE)?.card(to)).toBeDefined()
        expect((await all.store.read(HERE, null, 0)).rejected).toHaveLength(2)
      }),
    )
  })

  it('[CD-7] undoing a move leaves cards that were changed or deleted in the target since', async () => {
    const all = await world()
    const back = moved(all)
    await all.isWritten()
    const [first, second] = back.cards.map(({ to }) => to) as [Id, Id]
    const since: Mutation[] = [
      { name: 'setCardColor', args: { cardIds: [first], color: 'blue' } },
      { name: 'deleteCards', args: { cardIds: [second] } },
    ]
    const made = since.map((mutation) => ({ ...all.parts.entry(mutation, THERE), at: NOW + 1 }))
    await all.store.enqueue(await withCalls(made))
    expect(await moveBack(back, true, all.parts)).toEqual([
      { kind: 'card', id: CARDS[0], why: 'changed' },
      { kind: 'card', id: CARDS[1], why: 'deleted' },
    ])
    await all.isWritten()
    await send(all, [], () => {})
    expect(CARDS.map((id) => all.server.get(HERE)?.card(id) !== undefined)).toEqual([false, false, true])
    expect(back.cards.map(({ to }) => all.server.get(THERE)?.card(to)?.color)).toEqual([
      'blue',
      undefined,
      undefined,
    ])
  })

  it('[CD-7] a device that does not know an edit does not delete the edited card when it moves it', async () => {
    const all = await world()
    const back = moved(all, CARDS.slice(0, 1))
    await all.isWritten()
    await send(all, [], () => {})
    const to = back.cards[0]?.to ?? ''
    const rows = all.server.get(THERE) as MemoryRows
    const edit: Mutation = {
      name: 'setCardContent',
      args: { cardId: to, content: 'Other words', baseSeq: null },
    }
    const outcome = runMutation(edit, rows, { now: NOW })
    rows.apply(outcome.ok ? outcome.value.changes : [])
    expect(await moveBack(back, true, all.parts)).toEqual([])
    await all.isWritten()
    await send(all, [], () => {})
    expect(rows.card(to)?.content).toBe('Other words')
    expect(all.server.get(HERE)?.card(CARDS[0] as Id)).toBeDefined()
  })

  it('[OF-2] a moved card stays in the source if its texts changed since the person saw them', async () => {
    const all = await world()
    moved(all, CARDS.slice(0, 1))
    await all.isWritten()
    const rows = all.server.get(HERE) as MemoryRows
    const edit: Mutation = {
      name: 'setCardContent',
      args: { cardId: CARDS[0] as Id, content: 'Other words', baseSeq: null },
    }
    const outcome = runMutation(edit, rows, { now: NOW })
    rows.apply(outcome.ok ? outcome.value.changes : [])
    await send(all, [], () => {})
    expect(rows.card(CARDS[0] as Id)?.content).toBe('Other words')
  })

  it('[HM-18] a card that two devices move has one copy, whatever each device knows, and nothing is rejected', async () => {
    const all = await world()
    const first = moved(all)
    await all.isWritten()
    await send(all, [], () => {})
    // Another device, which has not pulled the card.
    const other = await world()
    other.server.clear()
    for (const [id, rows] of all.server) other.server.set(id, rows)
    const second = moved(other)
    await other.isWritten()
    await send(other, [], () => {})
    expect(second.cards).toEqual(first.cards)
    for (const id of CARDS) expect(livingCopies(all, contentOf(id))).toBe(1)
    for (const place of [HERE, THERE]) expect((await other.store.read(place, null, 0)).rejected).toEqual([])
  })

  it('[HM-18] a card that was moved back can be moved again, and its deleted copy is restored', async () => {
    const all = await world()
    const back = moved(all)
    await all.isWritten()
    await send(all, [], () => {})
    await moveBack(back, true, all.parts)
    await all.isWritten()
    await send(all, [], () => {})
    const again = moved(all)
    await all.isWritten()
    await send(all, [], () => {})
    expect(again.cards).toEqual(back.cards)
    for (const { from, to } of again.cards) {
      expect(all.server.get(HERE)?.card(from)).toBeUndefined()
      expect(all.server.get(THERE)?.card(to)?.content).toBe(contentOf(from))
    }
    expect((await all.store.read(THERE, null, 0)).rejected).toEqual([])
  })

  it('[HM-18] moved cards keep texts, values, tags by name, and links to each other', async () => {
    const all = await world()
    const [one, two, three] = CARDS as [Id, Id, Id]
    for (const mutation of [
      { name: 'editCard', args: { cardId: one, childIds: { added: [two, three], removed: [] } } },
      { name: 'editCard', args: { cardId: two, dueAt: '2027-01-01' } },
    ] as const)
      expect(all.rows.run(mutation, { now: NOW }).ok).toBe(true)
    const { cards } = moved(all, [one, two])
    await all.isWritten()
    await send(all, [], () => {})
    const there = all.server.get(THERE) as MemoryRows
    const [first, second] = cards.map(({ to }) => there.card(to))
    expect(first).toMatchObject({ type: 'link', content: contentOf(one), color: 'red', createdAt: 1000 })
    expect(first?.subnotes).toMatchObject([{ text: 'knead it', isTicked: false }])
    expect(first?.tagIds.map((id) => there.tag(id)?.name)).toEqual(['bread', 'baking'])
    expect(first?.childIds).toEqual([second?.id])
    expect(second).toMatchObject({ dueAt: '2027-01-01' })
    expect(there.snapshot().filter(({ kind, row }) => kind === 'tag' && row !== null)).toHaveLength(3)
    expect(cards[0]?.texts).toBe(first && textsHash(first))
  })

  it('[HM-18] moved cards bring the display names of tags that are new in the target', async () => {
    const all = await world()
    const tagId = (name: string) => all.rows.tagByName(name)?.id ?? ''
    for (const [name, displayName] of [
      ['bread', 'Bröd'],
      ['baking', 'BAKING'],
    ] as const)
      all.rows.run({ name: 'setTagDisplayName', args: { tagId: tagId(name), displayName } }, { now: NOW })
    moved(all, CARDS.slice(0, 1))
    await all.isWritten()
    await send(all, [], () => {})
    const there = all.server.get(THERE) as MemoryRows
    expect(there.tagByName('bread')).toMatchObject({ displayName: 'Bröd', otherNames: ['Bröd'] })
    expect(there.tagByName('baking')).not.toHaveProperty('displayName')
  })

  it('[HM-18] the preview of a move shows new tags, cards before and after, and links that end', async () => {
    const all = await world()
    const [one, two] = CARDS as [Id, Id]
    all.rows.run(
      { name: 'editCard', args: { cardId: one, childIds: { added: [two], removed: [] } } },
      { now: NOW },
    )
    const preview = await previewMove([one], THERE, all.parts)
    expect(preview).toMatchObject({
      cards: 1,
      tags: 1,
      tagExamples: [{ before: null, after: 'bread', into: null }],
      isKnown: true,
      unlinkedCards: 1,
    })
    expect(preview.cardExamples[0]?.after?.tags.map(({ name }) => name)).toEqual(['bread', 'baking'])
    expect((await previewMove([one, two], THERE, all.parts)).unlinkedCards).toBe(0)
    expect((await previewMove([one], 'd'.repeat(24), all.parts)).isKnown).toBe(false)
    expect(await all.store.waiting(9)).toEqual([])
  })

  it('[HM-18] a move to the same workspace is refused, and so is one above the limit', async () => {
    const all = await world()
    expect(moveCards(CARDS, HERE, all.parts).ok).toBe(false)
    const many = sample('note a\n'.repeat(1_001)).changes
    const rows = new Overlay(new MemoryRows(many))
    const result = moveCards(
      many.map(({ id }) => id),
      THERE,
      { ...all.parts, rows },
    )
    expect(result).toMatchObject({ ok: false, error: { kind: 'invalid' } })
  })
})
