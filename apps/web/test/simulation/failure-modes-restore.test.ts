import 'fake-indexeddb/auto'
import type { AccountMutation } from '@cardinal/sync'
import { describe, expect, it } from 'vitest'
import { cardIn, cardsOnServer, coreOf, createCard, done, newId, ready, syncOf } from './failing.ts'
import { check, heal, rowsOnServer } from './healing.ts'
import { doInAccount } from './person.ts'
import { SimulatedServer } from './server.ts'
import type { Wish } from './wish.ts'
import { World } from './world.ts'

let world: World
let seeds = 500010

describe('a server that was restored from a backup, or got an older database file', () => {
  it.each(['a device', 'a device that makes its copy anew meanwhile'])(
    '[OF-2] a server restored from an older backup gets its lost changes again by %s',
    async (by) => {
      const own = await SimulatedServer.start()
      try {
        world = await World.create(++seeds, own)
        const [one, two] = [await ready(world), await ready(world)]
        const acts = [done(one, createCard(newId(world), 'in the backup'))]
        await world.pass(5_000)
        await own.backUp()
        acts.push(done(one, createCard(newId(world), 'lost by the server')))
        acts.push(done(two, createCard(newId(world), 'lost by the server, too')))
        await world.pass(130_000)
        one.device.isOnline = false
        acts.push(done(one, createCard(newId(world), 'waiting')))
        await own.restore(world.userId)
        if (by !== 'a device') {
          two.device.kill(two.tab)
          two.device.version++
        }
        expect(await heal(world)).toEqual([])
        expect(await check(world, acts)).toEqual([])
        expect(await cardsOnServer(world)).toHaveLength(4)
      } finally {
        world.close()
        await own.stop()
      }
    },
  )

  it('[OF-2] after a restore, an edit of a lost card waits until the device that created it is back', async () => {
    const own = await SimulatedServer.start()
    try {
      world = await World.create(++seeds, own)
      const [author, editor] = [await ready(world), await ready(world)]
      await own.backUp()
      const cardId = newId(world)
      const acts = [done(author, createCard(cardId, 'made by the author'))]
      await world.pass(130_000)
      author.device.isOnline = false
      editor.device.isOnline = false
      const edit = { before: 'made by the author', after: 'made by the author, and edited' }
      acts.push(done(editor, { name: 'editCard', args: { cardId, content: edit } }))
      acts.push(done(editor, { name: 'setCardColor', args: { cardIds: [cardId], color: 'red' } }))
      acts.push(done(editor, createCard(newId(world), 'not held up')))
      await own.restore(world.userId)
      editor.device.isOnline = true
      await world.pass(130_000)
      expect(syncOf(editor.tab)).toMatchObject({
        phase: 'waiting-to-retry',
        trouble: { kind: 'awaited' },
        blocked: 2,
        rejected: [],
      })
      expect((await cardsOnServer(world)).map(({ content }) => content)).toEqual(['not held up'])
      expect(await heal(world)).toEqual([])
      expect(await check(world, acts)).toEqual([])
      expect(cardIn(author.tab, cardId)).toMatchObject({ content: edit.after, color: 'red' })
    } finally {
      world.close()
      await own.stop()
    }
  })

  it('[OF-2] a database file copied back without "restore" gets its lost changes, and devices show the same', async () => {
    const own = await SimulatedServer.start()
    try {
      world = await World.create(++seeds, own)
      const [one, two] = [await ready(world), await ready(world)]
      const acts = [done(one, createCard(newId(world), 'in the file'))]
      await world.pass(5_000)
      await own.backUp()
      acts.push(done(one, createCard(newId(world), 'lost by the server')))
      acts.push(done(two, createCard(newId(world), 'lost by the server, too')))
      await world.pass(130_000)
      for (const { device } of [one, two]) device.isOnline = false
      await own.copyBack()
      // Another device writes before these two are back, so the server does not refuse their cursors.
      const three = await ready(world)
      for (const text of ['a', 'b', 'c']) acts.push(done(three, createCard(newId(world), text)))
      await world.pass(5_000)
      expect(await heal(world)).toEqual([])
      expect(await heal(world), 'what was sent again has reached everybody').toEqual([])
      expect(await check(world, acts)).toEqual([])
      expect(await cardsOnServer(world)).toHaveLength(6)
      const repairs = [one, two, three].map(({ tab }) => syncOf(tab).repairs)
      expect(repairs, 'a new history, as after a restore').toEqual([0, 0, 0])
    } finally {
      world.close()
      await own.stop()
    }
  })

  it.each([
    ['pull', false],
    ['push', true],
  ])(
    '[OF-2] a database file copied back between the answer to a push and the pull behind it is noticed by the next %s, and gets the changes again',
    async (_by, writesAgain) => {
      const own = await SimulatedServer.start()
      try {
        world = await World.create(++seeds, own)
        const [one, two] = [await ready(world), await ready(world)]
        const acts = [done(one, createCard(newId(world), 'in the file'))]
        await world.pass(130_000)
        await own.backUp()
        acts.push(done(one, createCard(newId(world), 'lost by the server')))
        doInAccount(one.tab, ofAccount({ name: 'createWorkspace', args: { id: newId(world), name: 'lost' } }))
        expect(await world.passUntil(() => syncOf(one.tab).waiting === 0, 60_000)).toBe(true)
        await own.copyBack()
        one.device.isOnline = false
        // Another device writes meanwhile, so the sequence number of the copied server passes the lost one.
        for (const text of ['a', 'b', 'c']) acts.push(done(two, createCard(newId(world), text)))
        await world.pass(5_000)
        if (writesAgain) acts.push(done(one, createCard(newId(world), 'written later')))
        expect(await heal(world)).toEqual([])
        expect(await check(world, acts)).toEqual([])
        expect(await cardsOnServer(world)).toHaveLength(acts.length)
        expect(await own.node.store.workspaces.ofUser(world.userId)).toHaveLength(2)
      } finally {
        world.close()
        await own.stop()
      }
    },
  )

  it('[OF-2] after a restore, a device sends lost and later acts in their order', async () => {
    const own = await SimulatedServer.start()
    try {
      world = await World.create(++seeds, own)
      const one = await ready(world)
      const workspaceId = newId(world)
      const [edited, deleted, moved] = [newId(world), newId(world), newId(world)]
      const acts = [edited, deleted, moved].map((id) => done(one, createCard(id, 'first')))
      doInAccount(one.tab, ofAccount({ name: 'createWorkspace', args: { id: workspaceId, name: 'other' } }))
      await world.pass(5_000)
      await own.backUp()
      const write = (before: string, after: string) => {
        acts.push(done(one, { name: 'editCard', args: { cardId: edited, content: { before, after } } }))
      }
      const paint = (color: 'red' | 'blue') => {
        acts.push(done(one, { name: 'setCardColor', args: { cardIds: [edited], color } }))
      }
      paint('red')
      write('first', 'second')
      for (const id of [deleted, moved])
        acts.push(done(one, { name: 'setCardColor', args: { cardIds: [id], color: 'red' } }))
      await world.pass(130_000)
      expect(syncOf(one.tab).phase).toBe('saved')
      one.device.isOnline = false
      paint('blue')
      write('second', 'third')
      acts.push(done(one, { name: 'deleteCards', args: { cardIds: [deleted] } }))
      await world.activity.during(() => coreOf(one.tab).moveCards([moved], workspaceId))
      await world.pass(1_000)
      await own.restore(world.userId)
      expect(await heal(world)).toEqual([])
      expect(await check(world, acts)).toEqual([])
      expect(await cardsOnServer(world)).toMatchObject([{ id: edited, color: 'blue', content: 'third' }])
      const there = (await rowsOnServer(world, workspaceId)).filter(({ kind }) => kind === 'card')
      expect(there).toMatchObject([{ row: { content: 'first', color: 'red' } }])
    } finally {
      world.close()
      await own.stop()
    }
  })

  it('[OF-2] what only a device still had is sent again after a restore has ended its session', async () => {
    const own = await SimulatedServer.start()
    try {
      world = await World.create(++seeds, own)
      const one = await ready(world)
      const acts = [done(one, createCard(newId(world), 'in the backup'))]
      await world.pass(5_000)
      await own.backUp()
      const renewed = 1_000_000
      world.clock.sleep(renewed)
      for (let n = 0; n < 6; n++) acts.push(done(one, createCard(newId(world), `lost ${n}`)))
      await world.pass(130_000)
      expect(syncOf(one.tab).phase).toBe('saved')
      await own.restore(world.userId)
      world.clock.sleep(renewed)
      await world.pass(130_000)
      expect(syncOf(one.tab).phase).toBe('paused-signed-out')
      await one.device.forget()
      one.device.signIn(await own.tokensOf(world.userId))
      const tab = await one.device.openTab()
      acts.push(done({ tab: await opened(tab) }, createCard(newId(world), 'made since')))
      expect(await heal(world)).toEqual([])
      expect(await check(world, acts)).toEqual([])
      expect(await cardsOnServer(world)).toHaveLength(8)
    } finally {
      world.close()
      await own.stop()
    }
  })

  it('[OF-2] creating and opening a workspace sends nothing again, and after a restore it sends what was lost', async () => {
    const own = await SimulatedServer.start()
    const pushed: string[] = []
    const serve = own.serve
    const recording: typeof serve = (request) => {
      if (request.address.includes('/sync/push'))
        pushed.push(...(JSON.parse(request.body ?? '[]') as { key: string }[]).map(({ key }) => key))
      return serve(request)
    }
    Object.assign(own, { serve: recording })
    try {
      world = await World.create(++seeds, own)
      const { tab } = await ready(world)
      const acts = [1, 2, 3].map((n) => done({ tab }, createCard(newId(world), `card ${n}`)))
      await world.pass(5_000)
      await own.backUp()
      acts.push(done({ tab }, createCard(newId(world), 'lost')))
      await world.pass(5_000)
      pushed.length = 0
      const open = async () => {
        const id = newId(world)
        doInAccount(tab, ofAccount({ name: 'createWorkspace', args: { id, name: `other ${id}` } }))
        doInAccount(tab, ofAccount({ name: 'updateSettings', args: { currentWorkspaceId: id } }))
        await world.pass(130_000)
        expect(tab.user.workspaceId).toBe(id)
        expect(syncOf(tab)).toMatchObject({ phase: 'saved', hasCopy: true })
      }
      await open()
      const keys = acts.flatMap((act) => act.keys)
      expect(pushed.filter((key) => keys.includes(key))).toEqual([])
      expect(pushed).toHaveLength(2)
      await own.restore(world.userId)
      await open()
      expect(keys.filter((key) => !pushed.includes(key))).toEqual([])
      expect(
        (await rowsOnServer(world, acts[0]?.workspaceId)).filter(({ kind }) => kind === 'card'),
      ).toHaveLength(4)
    } finally {
      world.close()
      await own.stop()
    }
  })
})

function ofAccount(mutation: AccountMutation): Wish<AccountMutation> {
  return { mutation, texts: [], values: [] }
}

/** Waits until the tab has an open workspace. */
async function opened(tab: Awaited<ReturnType<typeof ready>>['tab']) {
  await world.passUntil(() => tab.core !== null, 10_000)
  return tab
}
