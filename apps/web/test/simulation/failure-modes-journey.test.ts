import 'fake-indexeddb/auto'
import { changeFromFeedLine, type FeedLine } from '@cardinal/contract'
import { MemoryRows } from '@cardinal/sync'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Tab } from './device.ts'
import {
  cardIn,
  cardsOnServer,
  coreOf,
  createCard,
  done,
  newId,
  ready,
  setContent,
  syncOf,
} from './failing.ts'
import { check, heal, rowsOnServer } from './healing.ts'
import { normalised, rowsOf, seenIn } from './person.ts'
import { SimulatedServer } from './server.ts'
import { FINE } from './virtual-network.ts'
import { World } from './world.ts'

let server: SimulatedServer
let world: World
let seeds = 500000
beforeAll(async () => {
  server = await SimulatedServer.start()
})
afterEach(() => world.close())
afterAll(() => server.stop())

async function newWorld(seed = ++seeds): Promise<void> {
  world = await World.create(seed, server)
}

describe('between device and server, what goes wrong with replicas elsewhere does not go wrong here', () => {
  it('[OF-5] a cursor does not skip changes that are committed late', async () => {
    await newWorld()
    const { accessToken } = await server.tokensOf(world.userId)
    const headers = { authorization: `Bearer ${accessToken}` }
    const write = (n: number) =>
      server.node.app.inject({
        method: 'POST',
        url: '/api/entity/create-one',
        headers,
        payload: { newEntity: { type: 'todo', content: `card ${n}` }, workspace_id: null },
      })
    const pulled = new MemoryRows()
    let cursor: string | null = null
    const pull = async () => {
      const query: string = cursor === null ? '' : `?cursor=${cursor}`
      const answer = await server.node.app.inject({ url: `/api/sync/pull${query}`, headers })
      for (const text of answer.body.split('\n').filter((each) => each !== '')) {
        const line = JSON.parse(text) as FeedLine
        if ('cursor' in line) cursor = line.cursor
        else pulled.apply([changeFromFeedLine(line)].filter((change) => change !== null))
      }
    }
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; n < 15; n++) await write(writer * 100 + n)
    })
    let areWriting = true
    const reading = (async () => {
      while (areWriting) {
        await pull()
        // Without sockets an empty pull never yields to the event loop, and writers would never run.
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    await Promise.all(writers)
    areWriting = false
    await reading
    await pull()
    expect(normalised(pulled.snapshot())).toEqual(normalised(await rowsOnServer(world)))
    expect(await cardsOnServer(world)).toHaveLength(120)
  })

  it('[OF-2] a cursor is never stored without its rows, wherever the tab ends', async () => {
    await newWorld()
    const writer = await ready(world)
    const reader = await ready(world)
    for (let step = 0; step < 14; step++) {
      done(writer, createCard(newId(world), `step ${step}`))
      const tab = reader.device.tabs[0] ?? (await reader.device.openTab())
      tab.fuse = step
      await world.pass(500)
      tab.core?.nudge()
      await world.pass(3_000)
      if (tab.isAlive) reader.device.kill(tab)
      const again = await reader.device.openTab()
      await world.pass(3_000)
      expect(seenIn(coreOf(again)).cards).toHaveLength(step + 1)
    }
  })

  it('[OF-2] an outbox that is sent twice takes effect once', async () => {
    await newWorld()
    const one = await ready(world)
    world.network.weather = { ...FINE, duplicated: 1, cutAfterCommit: 0.5, delay: 300 }
    const tagId = newId(world)
    done(one, { name: 'createTags', args: { tags: [{ id: tagId, name: 'counted' }], attachToCardIds: [] } })
    for (let n = 0; n < 20; n++) {
      done(one, { name: 'addClicks', args: { tagIds: [tagId], clickedAt: world.clock.now() } })
      await world.pass(100)
    }
    expect(await heal(world)).toEqual([])
    expect(one.tab.core?.ask('tagsById', { ids: [tagId] })[0]?.clickCount).toBe(20)
  })

  it('[HM-6] [OF-5] searches that offline devices saved and removed are so on all of them afterwards', async () => {
    await newWorld()
    const [one, two] = [await ready(world), await ready(world)]
    const searchesOf = (tab: Tab) => coreOf(tab).state().account?.settings.savedSearches ?? []
    const change = (tab: Tab, to: (before: readonly string[]) => readonly string[]) => {
      const savedSearchesBefore = searchesOf(tab)
      const args = { savedSearches: to(savedSearchesBefore), savedSearchesBefore }
      void tab.user.mutateAccount({ name: 'updateSettings', args })
    }
    change(two.tab, () => ['old', 'older'])
    await world.pass(5_000)
    one.tab.user.nudge()
    await world.pass(5_000)
    one.device.isOnline = false
    change(one.tab, (before) => [...before, 'away'])
    change(two.tab, (before) => [...before, 'at home'])
    await world.pass(5_000)
    change(one.tab, (before) => before.filter((search) => search !== 'old'))
    expect(searchesOf(one.tab)).toEqual(['older', 'away'])
    await world.pass(5_000)
    one.device.kill(one.tab)
    expect(await heal(world)).toEqual([])
    for (const tab of [...one.device.tabs, ...two.device.tabs])
      expect(searchesOf(tab)).toEqual(['older', 'at home', 'away'])
  })

  it('[OF-8] a change that was not sent is not marked as sent', async () => {
    await newWorld()
    const one = await ready(world)
    world.network.weather = { ...FINE, lost: 1 }
    done(one, createCard(newId(world), 'never arrives'))
    await world.pass(60_000)
    expect(syncOf(one.tab)).toMatchObject({ waiting: 1, phase: 'waiting-to-retry' })
    world.network.weather = { ...FINE, refused: 1 }
    await world.pass(60_000)
    one.tab.fuse = 3
    await world.pass(60_000)
    expect(await cardsOnServer(world)).toEqual([])
    expect(await heal(world)).toEqual([])
    expect(await cardsOnServer(world)).toHaveLength(1)
  })

  it('[OF-5] the screen never goes back to an older state when the server acknowledges a change', async () => {
    await newWorld()
    const one = await ready(world)
    const cardId = newId(world)
    done(one, createCard(cardId, 'before'))
    await world.pass(5_000)
    world.network.weather = { ...FINE, delay: 800 }
    done(one, setContent(cardId, 'after'))
    const seen = new Set<string | undefined>()
    await world.passUntil(() => {
      seen.add(cardIn(one.tab, cardId)?.content)
      return false
    }, 20_000)
    expect([...seen]).toEqual(['after'])
    expect(syncOf(one.tab).phase).toBe('saved')
  })

  it('[OF-8] one change that the server will never accept blocks no other', async () => {
    await newWorld()
    const one = await ready(world)
    one.device.isOnline = false
    const call = { method: 'PUT', path: '/no/such/call', body: null }
    const mutation = createCard(newId(world), 'poison')
    const { workspaceId } = one.tab.user
    await one.tab.store.enqueue([{ key: 'poison-key-0000000', workspaceId, mutation, at: 0, call }])
    for (let n = 0; n < 5; n++) done(one, createCard(newId(world), `healthy ${n}`))
    await world.pass(10)
    one.device.isOnline = true
    await world.pass(40_000)
    expect(await cardsOnServer(world)).toHaveLength(5)
    const { waiting, rejected } = syncOf(one.tab)
    expect({ waiting, rejected: rejected.map(({ key }) => key) }).toEqual({
      waiting: 0,
      rejected: ['poison-key-0000000'],
    })
  })

  it('[OF-8] a change that depends on a refused one is kept with it, and both can be retried', async () => {
    const limited = await SimulatedServer.start(1)
    try {
      world = await World.create(++seeds, limited)
      const one = await ready(world)
      done(one, createCard(newId(world), 'the first card'))
      await world.pass(2_000)
      one.device.isOnline = false
      const cardId = newId(world)
      done(one, createCard(cardId, 'one too many'))
      done(one, { name: 'setCardColor', args: { cardIds: [cardId], color: 'red' } })
      await world.pass(10)
      one.device.isOnline = true
      await world.pass(40_000)
      const { rejected } = syncOf(one.tab)
      const sentence = 'You have total 1 notes, 0 todos, 0 links. Upgrade for more.'
      expect(rejected.map(({ reason }) => reason)).toEqual([sentence, sentence])
      expect(cardIn(one.tab, cardId)).toBeUndefined()
      const [first] = seenIn(coreOf(one.tab)).cards
      done(one, { name: 'deleteCards', args: { cardIds: [first?.id ?? ''] } })
      await world.pass(5_000)
      one.tab.core?.rejectedChanges.retry(rejected[0]?.key ?? '')
      await world.pass(10_000)
      expect(syncOf(one.tab)).toMatchObject({ waiting: 0, rejected: [] })
      expect(cardIn(one.tab, cardId)?.color).toBe('red')
    } finally {
      world.close()
      await limited.stop()
    }
  })

  it('[ID-4] [OF-2] an ended session pauses the outbox, which nobody else sends and its own user continues', async () => {
    await newWorld()
    const one = await ready(world)
    one.device.isOnline = false
    const act = done(one, createCard(newId(world), 'private'))
    await world.pass(100)
    await server.node.identity.sessions.endOf(world.userId, null)
    const otherUser = await server.newUser('somebody else')
    one.device.isOnline = true
    await world.pass(1_200_000)
    expect(syncOf(one.tab)).toMatchObject({ phase: 'paused-signed-out', waiting: 1 })
    expect(one.tab.logouts).toBe(1)
    one.device.signIn(await server.tokensOf(otherUser))
    one.tab.core?.nudge()
    await world.pass(120_000)
    expect(syncOf(one.tab)).toMatchObject({ phase: 'paused-signed-out', waiting: 1 })
    expect(await server.node.store.cards.counts(otherUser)).toEqual({ todo: 0, note: 0, link: 0 })
    one.device.signIn(await server.tokensOf(world.userId))
    expect(await heal(world)).toEqual([])
    expect(await check(world, [act])).toEqual([])
  })

  it('[OF-5] nobody overwrites an unseen text: the displaced one is kept as a revision', async () => {
    await newWorld()
    const [one, two] = [await ready(world), await ready(world)]
    const cardId = newId(world)
    done(one, createCard(cardId, 'first line\nsecond line'))
    await world.pass(130_000)
    one.device.isOnline = false
    two.device.isOnline = false
    done(one, setContent(cardId, 'first line of one\nsecond line'))
    done(two, setContent(cardId, 'first line of two\nsecond line'))
    await world.pass(100)
    one.device.isOnline = true
    one.tab.core?.nudge()
    await world.pass(5_000)
    expect(await heal(world)).toEqual([])
    const revisions = await server.node.store.revisions.ofCard(world.userId, cardId, {
      offset: 0,
      limit: 100,
    })
    const texts = [cardIn(one.tab, cardId)?.content, ...revisions.map(({ content }) => content)].join(
      '\n---\n',
    )
    expect(texts).toContain('first line of one')
    expect(texts).toContain('first line of two')
  })

  it('[OF-2] a first load that is interrupted repeatedly continues where it stopped', async () => {
    const asked: string[] = []
    const { serve } = server
    Object.assign(server, {
      serve: (request: Parameters<typeof serve>[0]) => {
        asked.push(request.address)
        return serve(request)
      },
    })
    // With this seed one answer is cut off after some of its rows.
    await newWorld(500015)
    Object.assign(server, { serve })
    const { accessToken } = await server.tokensOf(world.userId)
    const headers = { authorization: `Bearer ${accessToken}` }
    for (let part = 0; part < 6; part++) {
      const payload = Array.from({ length: 500 }, (_, n) => ({
        key: `part-${part}-${n}-${world.userId}`,
        method: 'POST',
        path: '/entity/create-one',
        body: { newEntity: { type: 'note', content: `card ${part} ${n}` } },
      }))
      await server.node.app.inject({ method: 'POST', url: '/api/sync/push', headers, payload })
    }
    world.network.weather = { ...FINE, cutAnswer: 0.7 }
    const { tab } = await ready(world)
    await world.passUntil(() => tab.core?.state().sync.hasCopy === true, 600_000)
    world.network.weather = FINE
    await world.pass(125_000)
    const loads = asked.filter((address) => address.includes('behind='))
    expect(loads.length).toBeGreaterThan(0)
    expect(tab.core?.state().sync.repairs, 'the digest of the server agrees').toBe(0)
    expect(normalised(rowsOf(seenIn(coreOf(tab))))).toEqual(normalised(await rowsOnServer(world)))
  })

  it('[OF-6] a first load during an import does not count as a loss: nothing is reloaded or warned about', async () => {
    await newWorld()
    await server.setNodes(1)
    const { accessToken } = await server.tokensOf(world.userId)
    const create = (content: string) =>
      server.node.app.inject({
        method: 'POST',
        url: '/api/entity/create-one',
        headers: { authorization: `Bearer ${accessToken}` },
        payload: { newEntity: { type: 'hyperlink', content } },
      })
    await create('https://first.example')
    const { cards } = server.node.store
    const { newest, changedAfter } = cards
    let imported = 0
    const importOne = async () => {
      if (imported < 5) await create(`https://imported.example/${imported++}`)
    }
    const loading = vi.spyOn(cards, 'newest').mockImplementation(async (...args) => {
      await importOne()
      return newest(...args)
    })
    const pulling = vi.spyOn(cards, 'changedAfter').mockImplementation(async (...args) => {
      await importOne()
      return changedAfter(...args)
    })
    const { tab } = await ready(world)
    await world.pass(300_000)
    loading.mockRestore()
    pulling.mockRestore()
    expect(imported).toBe(5)
    expect(tab.core?.state().sync.repairs).toBe(0)
    expect(normalised(rowsOf(seenIn(coreOf(tab))))).toEqual(normalised(await rowsOnServer(world)))
  })

  it('[OF-5] words that nobody else has seen survive a deletion on another device', async () => {
    await newWorld()
    const [one, two] = [await ready(world), await ready(world)]
    const [edited, other] = [newId(world), newId(world)]
    for (const id of [edited, other]) done(one, createCard(id, 'seen by both'))
    await world.pass(5_000)
    for (const { device } of [one, two]) device.isOnline = false
    done(two, { name: 'deleteCards', args: { cardIds: [edited, other] } })
    done(one, setContent(edited, 'written meanwhile'))
    one.device.isOnline = true
    one.tab.core?.nudge()
    await world.pass(5_000)
    expect(await heal(world)).toEqual([])
    for (const { tab } of [one, two]) {
      expect(cardIn(tab, edited)?.content).toBe('written meanwhile')
      expect(cardIn(tab, other)).toBeUndefined()
    }
  })
})
