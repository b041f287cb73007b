import 'fake-indexeddb/auto'
import { toFiles } from '@cardinal/domain'
import { deleteDB, openDB } from 'idb'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openIdbStore } from '../../src/replica/worker/store/idb-store.ts'
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
import { check, heal } from './healing.ts'
import { type Act, doIn, rowsOf, seenIn } from './person.ts'
import { SimulatedServer } from './server.ts'
import { plain } from './wish.ts'
import { World } from './world.ts'

let server: SimulatedServer
let world: World
let seeds = 600000
beforeAll(async () => {
  server = await SimulatedServer.start()
})
afterEach(() => world.close())
afterAll(() => server.stop())

async function newWorld(): Promise<void> {
  world = await World.create(++seeds, server)
}

describe('on the device, what goes wrong with replicas elsewhere does not go wrong here', () => {
  it('[OF-2] stored changes keep every field', async () => {
    await newWorld()
    const one = await ready(world)
    one.device.isOnline = false
    const [cardId, other, tagId, subnoteId] = [newId(world), newId(world), newId(world), newId(world)]
    done(one, { name: 'createTags', args: { tags: [{ id: tagId, name: 'kept' }], attachToCardIds: [] } })
    const card = {
      id: cardId,
      type: 'link',
      content: 'https://example.org/ with ümlauts',
      subnotes: [{ id: subnoteId, text: 'a line', isTicked: true }],
      tagIds: [tagId],
      color: 'teal',
      isPublic: true,
      doneAt: 1_300_000_000_000,
      completions: '1299000000000,1300000000000',
      dueAt: '2026-03-09T14:00',
      startAt: '2026-03-02',
      files: toFiles([{ hash: 'a'.repeat(64), name: 'scan.pdf', type: 'application/pdf', size: 9 }]),
      recurrence: 'FREQ=WEEKLY',
      place: 'V',
      parentIds: [other],
      siblingIds: [other],
      childIds: [other],
      createdAt: 1_234_567_890_123,
    } as const
    done(one, { name: 'createCard', args: { card } })
    await world.pass(10)
    one.device.kill(one.tab)
    expect(await heal(world)).toEqual([])
    expect(await cardsOnServer(world)).toEqual([
      { ...card, address: 'https://example.org/', updatedAt: expect.any(Number) },
    ])
  })

  it('[OF-5] many tabs that write at once and end at any step leave no half-written data', async () => {
    await newWorld()
    const { device } = await ready(world)
    const acts: Act[] = []
    for (let round = 0; round < 12; round++) {
      while (device.tabs.length < 4) await device.openTab()
      await world.pass(50)
      for (const tab of [...device.tabs])
        for (let n = 0; n < 3; n++) {
          const act = doIn(tab, plain(createCard(newId(world), `round ${round}, ${n}`)))
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

  it('[OF-2] a browser that deleted the copy gets it again from the server', async () => {
    await newWorld()
    const one = await ready(world)
    const act = done(one, createCard(newId(world), 'on the server'))
    await world.pass(5_000)
    one.device.kill(one.tab)
    await deleteDB(one.device.databaseName)
    expect(await heal(world)).toEqual([])
    expect(await check(world, [act])).toEqual([])
  })

  it('[OF-2] rows that the device lost are noticed and loaded again, and waiting changes are kept', async () => {
    await newWorld()
    const one = await ready(world)
    const acts = ['first', 'second', 'third'].map((text) => done(one, createCard(newId(world), text)))
    await world.pass(5_000)
    const two = await ready(world)
    expect(syncOf(two.tab).repairs).toBe(0)
    two.device.isOnline = false
    acts.push(done(two, createCard(newId(world), 'waiting')))
    await world.pass(1_000)
    two.device.kill(two.tab)
    const disk = await openDB(two.device.databaseName)
    await disk.clear('slices')
    disk.close()
    const again = await two.device.openTab()
    await world.pass(1_000)
    expect(rowsOf(seenIn(coreOf(again))).filter(({ kind }) => kind === 'card')).toHaveLength(1)
    expect(await heal(world)).toEqual([])
    expect(await check(world, acts)).toEqual([])
    expect([syncOf(one.tab).repairs, syncOf(again).repairs]).toEqual([0, 1])
  })

  it('[OF-2] the last text shown as saved is kept when the tab is closed', async () => {
    await newWorld()
    const one = await ready(world)
    one.device.isOnline = false
    const cardId = newId(world)
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
    expect((await cardsOnServer(world))[0]?.content).toBe('abcdefgh')
  })

  it('[HM-18] [OF-2] a workspace that was opened without a network is open in the next tab', async () => {
    await newWorld()
    const one = await ready(world)
    const id = newId(world)
    one.device.isOnline = false
    void one.tab.user.mutateAccount({ name: 'createWorkspace', args: { id, name: 'allotment' } })
    void one.tab.user.mutateAccount({ name: 'updateSettings', args: { currentWorkspaceId: id } })
    await world.passUntil(() => one.tab.user.workspaceId === id, 1_000)
    one.device.kill(one.tab)
    const again = await one.device.openTab()
    await world.pass(100)
    expect(again.user.workspaceId).toBe(id)
    expect(await heal(world)).toEqual([])
    const { tab: elsewhere } = await ready(world)
    expect(elsewhere.user.workspaceId, 'the server has heard of it').toBe(id)
  })

  it('[OF-2] [ID-3] clocks that are a year wrong neither lose changes nor renew tokens all the time', async () => {
    await newWorld()
    const year = 365 * 86_400_000
    const devices = [await ready(world, -year), await ready(world, year)]
    const acts = devices.map((each) => done(each, createCard(newId(world), 'from another year')))
    await world.pass(10_000)
    const tokens = devices.map(({ tab }) => tab.session.tokens.refreshToken)
    for (const { tab } of devices) tab.core?.nudge()
    await world.pass(60_000)
    expect(devices.map(({ tab }) => tab.session.tokens.refreshToken)).toEqual(tokens)
    await world.pass(1_200_000)
    expect(await heal(world)).toEqual([])
    expect(await check(world, acts)).toEqual([])
    expect(await cardsOnServer(world)).toHaveLength(2)
  })

  it('[OF-2] many small pulls are merged into slices, and read the same', async () => {
    await newWorld()
    const writer = await ready(world)
    const reader = await ready(world)
    const cardId = newId(world)
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

  it('[OF-3] an older tab closes its database at once for a newer version, and only once', async () => {
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
