import { makeId } from '@cardinal/domain'
import type { Mutation } from '@cardinal/sync'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserWorld } from './world.ts'

let world: BrowserWorld
beforeAll(async () => {
  world = await BrowserWorld.start()
}, 60_000)
afterAll(() => world.stop())

let ids = 0
const newId = () => makeId(Date.now(), new TextEncoder().encode(String(++ids).padStart(8, '0')))
const create = (content: string, id = newId()): Mutation => ({
  name: 'createCard',
  args: { card: { id, type: 'todo', content } },
})

/** Runs mutations in a page. Resolves when they are shown. */
function act(page: Page, userId: string, ...mutations: Mutation[]): Promise<void> {
  return page.evaluate(
    async ({ userId, mutations }) => {
      const { replica } = window.harness.connect(userId).snapshot()
      for (const mutation of mutations) await replica?.mutate(mutation)
    },
    { userId, mutations },
  )
}

/** Texts of the shown cards, sorted. */
function contents(page: Page, userId: string): Promise<string[]> {
  return page.evaluate(async (id) => {
    const { replica } = window.harness.connect(id).snapshot()
    const nothing = { kind: 'all', parts: [] } as const
    const found = await replica?.ask('matchCards', {
      type: null,
      search: nothing,
      second: nothing,
      onlyTags: false,
      colors: [],
      dates: null,
      done: null,
      order: { by: 'alphabetically', of: 'asc' },
      offset: 0,
      limit: 1_000,
      parts: 'page',
    })
    return found?.cards.map(({ content }) => content) ?? []
  }, userId)
}

function sync(page: Page, userId: string) {
  return page.evaluate((id) => window.harness.connect(id).snapshot().sync, userId)
}

const eventually = { timeout: 15_000, interval: 50 }
const isSaved = (page: Page, userId: string) =>
  expect.poll(async () => (await sync(page, userId)).phase, eventually).toBe('saved')

describe('in a real browser', () => {
  it('[OF-5] a change is shown in two tabs and on another device within a second', async () => {
    const userId = await world.newUser()
    const [first, second] = [await world.newDevice(userId), await world.newDevice(userId)]
    const [tab, otherTab, otherDevice] = [
      await world.openTab(first, userId),
      await world.openTab(first, userId),
      await world.openTab(second, userId),
    ]
    for (const page of [tab, otherTab, otherDevice]) await isSaved(page, userId)
    await act(tab, userId, create('seen by all'))
    const soon = { timeout: 1_000, interval: 20 }
    await expect.poll(() => contents(otherTab, userId), soon).toEqual(['seen by all'])
    await expect.poll(() => contents(otherDevice, userId), soon).toEqual(['seen by all'])
  })

  it('[OF-2] [OF-8] a device works without a network, and sends everything when it is back', async () => {
    const userId = await world.newUser()
    const device = await world.newDevice(userId)
    const page = await world.openTab(device, userId)
    await isSaved(page, userId)
    const [card, tag] = [newId(), newId()]
    await act(page, userId, create('made online', card))
    await isSaved(page, userId)
    await device.setOffline(true)
    await act(
      page,
      userId,
      create('made offline'),
      { name: 'createTags', args: { tags: [{ id: tag, name: 'offline' }], attachToCardIds: [] } },
      { name: 'attachTags', args: { cardIds: [card], tagIds: [tag] } },
      { name: 'setCardContent', args: { cardId: card, content: 'edited offline', baseSeq: null } },
    )
    expect(await contents(page, userId)).toEqual(['edited offline', 'made offline'])
    await expect
      .poll(() => sync(page, userId), eventually)
      .toMatchObject({ phase: 'waiting-to-retry', waiting: 4, unstored: 0 })
    await device.setOffline(false)
    await isSaved(page, userId)
    const elsewhere = await world.openTab(await world.newDevice(userId), userId)
    await expect
      .poll(() => contents(elsewhere, userId), eventually)
      .toEqual(['edited offline', 'made offline'])
  })

  it('[OF-8] what was shown as saved is kept when the tab is closed at any moment', async () => {
    const userId = await world.newUser()
    const device = await world.newDevice(userId)
    const saved: string[] = []
    await device.setOffline(false)
    // Closes tabs after different times without waiting for anything; the last one after its change is stored.
    for (const wait of [0, 5, 20, 80, 'until stored'] as const) {
      const page = await world.openTab(device, userId)
      await isSaved(page, userId)
      const content = `closed after ${wait}`
      await act(page, userId, create(content))
      const unstored = async () => (await sync(page, userId)).unstored
      if (wait === 'until stored') await expect.poll(unstored, eventually).toBe(0)
      else await page.waitForTimeout(wait)
      if ((await unstored()) === 0) saved.push(content)
      await page.close({ runBeforeUnload: false })
    }
    const page = await world.openTab(device, userId)
    await isSaved(page, userId)
    expect(await contents(page, userId)).toEqual(expect.arrayContaining(saved))
    expect(saved).toContain('closed after until stored')
  })

  it('[OF-2] [OF-6] a server that stops during a push later gets the rest, with each change once', async () => {
    const userId = await world.newUser()
    const device = await world.newDevice(userId)
    const page = await world.openTab(device, userId)
    await isSaved(page, userId)
    const tag = newId()
    const click: Mutation = { name: 'addClicks', args: { tagIds: [tag], clickedAt: Date.now() } }
    await act(page, userId, {
      name: 'createTags',
      args: { tags: [{ id: tag, name: 'counted' }], attachToCardIds: [] },
    })
    const clicking = act(page, userId, ...Array<Mutation>(300).fill(click))
    const counted = async () => (await world.node.store.tags.byIds(userId, [tag]))[0]?.row.clickCount
    await expect.poll(counted, eventually).toBeGreaterThan(0)
    await world.stopServer()
    await clicking
    await world.startServer()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await isSaved(page, userId)
    expect(await counted()).toBe(300)
  })

  it('[ID-5] signing out deletes the copy in all tabs', async () => {
    const userId = await world.newUser()
    const device = await world.newDevice(userId)
    const page = await world.openTab(device, userId)
    await isSaved(page, userId)
    await act(page, userId, create('secret'))
    await isSaved(page, userId)
    const hasLeft = await page.evaluate(
      (id) => window.harness.signOut(window.harness.connect(id), false),
      userId,
    )
    expect(hasLeft).toBe(true)
    const rest = await page.evaluate(async () => ({
      databases: (await indexedDB.databases()).map(({ name }) => name),
      keys: Object.keys(localStorage).filter((key) => key.startsWith('jwt_') || key === 'credentials'),
    }))
    expect(rest).toEqual({ databases: [], keys: [] })
  })
})
