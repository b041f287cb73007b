import 'fake-indexeddb/auto'
import { changeFromFeedLine, type FeedLine } from '@cardinal/contract'
import { type Card, type Id, makeId } from '@cardinal/domain'
import { MemoryRows, type Mutation } from '@cardinal/sync'
import { deleteDB } from 'idb'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openIdbStore } from '../../src/replica/worker/store/idb-store.ts'
import type { Device, Tab } from './device.ts'
import { check, heal, rowsOnServer } from './healing.ts'
import { type Act, doIn, normalised, seenIn } from './person.ts'
import { SimulatedServer } from './server.ts'
import { FINE } from './virtual-network.ts'
import { World } from './world.ts'

let server: SimulatedServer
let world: World
let seeds = 500_000
beforeAll(async () => {
  server = await SimulatedServer.start()
})
afterEach(() => world.close())
afterAll(() => server.stop())

async function newWorld(): Promise<World> {
  world = await World.create(++seeds, server)
  return world
}

/** A device with one tab, ready to be used. */
async function ready(clockOffset = 0): Promise<{ device: Device; tab: Tab }> {
  const device = await world.addDevice(clockOffset)
  const tab = await device.openTab()
  await world.pass(2_000)
  return { device, tab }
}

function newId(): Id {
  return makeId(world.clock.now(), world.dice.bytes(8))
}

function createCard(id: Id, content: string): Mutation {
  return { name: 'createCard', args: { card: { id, type: 'note', content } } }
}

function setContent(cardId: Id, content: string): Mutation {
  return { name: 'setCardContent', args: { cardId, content, baseSeq: null } }
}

function done({ device, tab }: { device: Device; tab: Tab }, mutation: Mutation): Act {
  const act = doIn(tab, device.parts.name, mutation)
  if (act === null) throw new Error(`Refused: ${mutation.name}`)
  return act
}

function cardIn(tab: Tab, id: Id): Card | undefined {
  return tab.core?.ask('cardsById', { ids: [id] })[0]
}

async function cardsOnServer(): Promise<Card[]> {
  return (await rowsOnServer(world)).flatMap((change) =>
    change.kind === 'card' && change.row ? [change.row] : [],
  )
}

function syncOf(tab: Tab) {
  const sync = tab.core?.state().sync
  if (sync === undefined) throw new Error('No workspace is open.')
  return sync
}

describe('what goes wrong with replicas elsewhere does not go wrong here', () => {
  it('[OF-5] commits that come late are not missed by a cursor', async () => {
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
        // Without a socket a pull that finds nothing never leaves the turn, and the writers would starve.
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    await Promise.all(writers)
    areWriting = false
    await reading
    await pull()
    expect(normalised(pulled.snapshot())).toEqual(normalised(await rowsOnServer(world)))
    expect(await cardsOnServer()).toHaveLength(120)
  })

  it('[OF-2] a cursor is never kept without its rows, wherever the tab dies', async () => {
    await newWorld()
    const writer = await ready()
    const reader = await ready()
    for (let step = 0; step < 14; step++) {
      done(writer, createCard(newId(), `step ${step}`))
      const tab = reader.device.tabs[0] ?? (await reader.device.openTab())
      tab.fuse = step
      await world.pass(500)
      tab.core?.nudge()
      await world.pass(3_000)
      if (tab.isAlive) reader.device.kill(tab)
      const again = await reader.device.openTab()
      await world.pass(3_000)
      expect(seenIn(again.core ?? reject()).cards).toHaveLength(step + 1)
    }
  })

  it('[OF-2] a queue that is sent twice has one effect', async () => {
    await newWorld()
    const one = await ready()
    world.network.weather = { ...FINE, duplicated: 1, cutAfterCommit: 0.5, delay: 300 }
    const tagId = newId()
    done(one, { name: 'createTags', args: { tags: [{ id: tagId, name: 'counted' }], attachToCardIds: [] } })
    for (let n = 0; n < 20; n++) {
      done(one, { name: 'addClicks', args: { tagIds: [tagId], clickedAt: world.clock.now() } })
      await world.pass(100)
    }
    expect(await heal(world)).toEqual([])
    expect(one.tab.core?.ask('tagsById', { ids: [tagId] })[0]?.clickCount).toBe(20)
  })

  it('[OF-2] what is stored for later keeps every field', async () => {
    await newWorld()
    const one = await ready()
    one.device.isOnline = false
    const [cardId, other, tagId, subnoteId] = [newId(), newId(), newId(), newId()]
    done(one, { name: 'createTags', args: { tags: [{ id: tagId, name: 'kept' }], attachToCardIds: [] } })
    const card = {
      id: cardId,
      type: 'link',
      content: 'https://example.org/ with ümlauts',
      subnotes: [{ id: subnoteId, text: 'a line', isTicked: true }],
      tagIds: [tagId],
      color: 'teal',
      isPublic: true,
      parentIds: [other],
      siblingIds: [other],
      childIds: [other],
      createdAt: 1_234_567_890_123,
    } as const
    done(one, { name: 'createCard', args: { card } })
    await world.pass(10)
    one.device.kill(one.tab)
    expect(await heal(world)).toEqual([])
    expect(await cardsOnServer()).toEqual([{ ...card, updatedAt: expect.any(Number) }])
  })

  it('[OF-8] what was not sent is not marked as sent', async () => {
    await newWorld()
    const one = await ready()
    world.network.weather = { ...FINE, lost: 1 }
    done(one, createCard(newId(), 'never arrives'))
    await world.pass(60_000)
    expect(syncOf(one.tab)).toMatchObject({ waiting: 1, phase: 'waiting-for-network' })
    world.network.weather = { ...FINE, refused: 1 }
    await world.pass(60_000)
    one.tab.fuse = 3
    await world.pass(60_000)
    expect(await cardsOnServer()).toEqual([])
    expect(await heal(world)).toEqual([])
    expect(await cardsOnServer()).toHaveLength(1)
  })

  it('[OF-5] nothing that is shown goes back when the server acknowledges it', async () => {
    await newWorld()
    const one = await ready()
    const cardId = newId()
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

  it('[OF-8] one change that the server will never take holds up no other', async () => {
    await newWorld()
    const one = await ready()
    one.device.isOnline = false
    const call = { method: 'PUT', path: '/no/such/call', body: null }
    const mutation = createCard(newId(), 'poison')
    const { workspaceId } = one.tab.user
    await one.tab.store.enqueue([{ key: 'poison-key-0000000', workspaceId, mutation, at: 0, call }])
    for (let n = 0; n < 5; n++) done(one, createCard(newId(), `healthy ${n}`))
    await world.pass(10)
    one.device.isOnline = true
    await world.pass(40_000)
    expect(await cardsOnServer()).toHaveLength(5)
    const { waiting, refused } = syncOf(one.tab)
    expect({ waiting, refused: refused.map(({ key }) => key) }).toEqual({
      waiting: 0,
      refused: ['poison-key-0000000'],
    })
  })

  it('[OF-8] what depends on a refused change waits beside it, and both can be sent again', async () => {
    const limited = await SimulatedServer.start(1)
    try {
      world = await World.create(++seeds, limited)
      const one = await ready()
      done(one, createCard(newId(), 'the first card'))
      await world.pass(2_000)
      one.device.isOnline = false
      const cardId = newId()
      done(one, createCard(cardId, 'one too many'))
      done(one, { name: 'setCardColor', args: { cardIds: [cardId], color: 'red' } })
      await world.pass(10)
      one.device.isOnline = true
      await world.pass(40_000)
      const { refused } = syncOf(one.tab)
      const sentence = 'You have total 1 notes, 0 todos, 0 links. Upgrade for more.'
      expect(refused.map(({ reason }) => reason)).toEqual([sentence, sentence])
      expect(cardIn(one.tab, cardId)).toBeUndefined()
      const [first] = seenIn(one.tab.core ?? reject()).cards
      done(one, { name: 'deleteCards', args: { cardIds: [first?.id ?? ''] } })
      await world.pass(5_000)
      one.tab.core?.retryRefused(refused[0]?.key ?? '')
      await world.pass(10_000)
      expect(syncOf(one.tab)).toMatchObject({ waiting: 0, refused: [] })
      expect(cardIn(one.tab, cardId)?.color).toBe('red')
    } finally {
      world.close()
      await limited.stop()
    }
  })

  it('[ID-4] [OF-2] an ended session pauses the queue; nobody else sends it, and its own user goes on', async () => {
    await newWorld()
    const one = await ready()
    one.device.isOnline = false
    const act = done(one, createCard(newId(), 'private'))
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

  it('[OF-5] many tabs write at once and end at any step, and nothing is torn', async () => {
    await newWorld()
    const { device } = await ready()
    const acts: Act[] = []
    for (let round = 0; round < 12; round++) {
      while (device.tabs.length < 4) await device.openTab()
      await world.pass(50)
      for (const tab of [...device.tabs])
        for (let n = 0; n < 3; n++) {
          const act = doIn(tab, device.parts.name, createCard(newId(), `round ${round}, ${n}`))
          if (act !== null) acts.push(act)
        }
      const doomed = device.tabs[round % device.tabs.length]
      if (doomed !== undefined) doomed.fuse = round
      await world.pass(round * 20)
    }
    expect(await heal(world)).toEqual([])
    expect(await check(world, acts)).toEqual([])
    expect(acts.filter(({ isStored }) => isStored).length).toBeGreaterThan(50)
  })

  it('[OF-2] a browser that threw the copy away gets it again from the server', async () => {
    await newWorld()
    const one = await ready()
    const act = done(one, createCard(newId(), 'on the server'))
    await world.pass(5_000)
    one.device.kill(one.tab)
    await deleteDB(`cardinal-${world.userId}-${one.device.parts.name}`)
    expect(await heal(world)).toEqual([])
    expect(await check(world, [act])).toEqual([])
  })

  it('[OF-2] the last text that was shown as saved is there after the tab is closed', async () => {
    await newWorld()
    const one = await ready()
    one.device.isOnline = false
    const cardId = newId()
    done(one, createCard(cardId, 'a'))
    let text = 'a'
    for (const letter of 'bcdefgh') {
      text += letter
      const act = done(one, setContent(cardId, text))
      await world.passUntil(() => act.isStored, 1_000)
      expect(act.isStored).toBe(true)
    }
    one.device.kill(one.tab)
    const again = await one.device.openTab()
    await world.pass(100)
    expect(cardIn(again, cardId)?.content).toBe('abcdefgh')
    expect(await heal(world)).toEqual([])
    expect((await cardsOnServer())[0]?.content).toBe('abcdefgh')
  })

  it('[OF-2] [ID-3] clocks a year off neither lose changes nor renew tokens all the time', async () => {
    await newWorld()
    const year = 365 * 86_400_000
    const devices = [await ready(-year), await ready(year)]
    const acts = devices.map((each) => done(each, createCard(newId(), 'from another year')))
    await world.pass(10_000)
    const tokens = devices.map(({ tab }) => tab.session.tokens.refreshToken)
    for (const { tab } of devices) tab.core?.nudge()
    await world.pass(60_000)
    expect(devices.map(({ tab }) => tab.session.tokens.refreshToken)).toEqual(tokens)
    await world.pass(1_200_000)
    expect(await heal(world)).toEqual([])
    expect(await check(world, acts)).toEqual([])
    expect(await cardsOnServer()).toHaveLength(2)
  })

  it('[OF-5] nobody overwrites another text unseen: the one that lost is kept as a revision', async () => {
    await newWorld()
    const [one, two] = [await ready(), await ready()]
    const cardId = newId()
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
    const revisions = await server.node.store.revisions.ofCard(world.userId, cardId)
    const texts = [cardIn(one.tab, cardId)?.content, ...revisions.map(({ content }) => content)].join(
      '\n---\n',
    )
    expect(texts).toContain('first line of one')
    expect(texts).toContain('first line of two')
  })

  it('[OF-2] a server that was restored from an older backup is sent what it lost', async () => {
    const own = await SimulatedServer.start()
    try {
      world = await World.create(++seeds, own)
      const [one, two] = [await ready(), await ready()]
      const acts = [done(one, createCard(newId(), 'in the backup'))]
      await world.pass(5_000)
      await own.backUp()
      acts.push(done(one, createCard(newId(), 'lost by the server')))
      acts.push(done(two, createCard(newId(), 'lost by the server, too')))
      await world.pass(130_000)
      one.device.isOnline = false
      acts.push(done(one, createCard(newId(), 'waiting')))
      await own.restore(world.userId)
      expect(await heal(world)).toEqual([])
      expect(await check(world, acts)).toEqual([])
      expect(await cardsOnServer()).toHaveLength(4)
    } finally {
      world.close()
      await own.stop()
    }
  })

  it('[OF-2] a long history of small pulls is folded into slices, and reads the same', async () => {
    await newWorld()
    const writer = await ready()
    const reader = await ready()
    const cardId = newId()
    const acts = [done(writer, createCard(cardId, 'text no 0'))]
    for (let n = 1; n <= 105; n++) {
      acts.push(done(writer, setContent(cardId, `text no ${n}`)))
      await world.pass(500)
      reader.tab.core?.nudge()
      await world.pass(500)
    }
    const workspaceId = reader.tab.user.workspaceId ?? ''
    const batchesOf = async (tab: Tab) => (await tab.store.read(workspaceId, null, 0)).batches.length
    expect(await batchesOf(reader.tab)).toBeGreaterThan(99)
    reader.device.kill(reader.tab)
    const again = await reader.device.openTab()
    await world.pass(1_000)
    expect(await batchesOf(again)).toBe(0)
    expect(await heal(world)).toEqual([])
    expect(await check(world, acts)).toEqual([])
  })

  it('[OF-3] an older tab makes way for a newer version at once, and once', async () => {
    await newWorld()
    const name = `upgrade-${world.userId}`
    let told = 0
    await openIdbStore(name, () => told++)
    const upgraded = new Promise<number>((resolve, reject) => {
      const request = indexedDB.open(name, 99)
      request.onsuccess = () => {
        resolve(request.result.version)
        request.result.close()
      }
      request.onerror = () => reject(request.error)
    })
    expect(await upgraded).toBe(99)
    expect(told).toBe(1)
    await expect(openIdbStore(name, () => told++)).rejects.toMatchObject({ name: 'VersionError' })
  })
})

function reject(): never {
  throw new Error('No workspace is open.')
}
