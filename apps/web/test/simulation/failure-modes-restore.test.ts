import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { cardIn, cardsOnServer, createCard, done, newId, ready, syncOf } from './failing.ts'
import { check, heal } from './healing.ts'
import { SimulatedServer } from './server.ts'
import { World } from './world.ts'

let world: World
let seeds = 500010

describe('a server that was restored from a backup, or got an older database file', () => {
  it.each(['a device', 'a device that makes its copy anew meanwhile'])(
    '[OF-2] a server that was restored from an older backup is sent what it lost by %s',
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

  it('[OF-2] after a restore an edit of a card waits until the device that made the card is back', async () => {
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
        heldBack: 2,
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

  it('[OF-2] a database file that was copied back without "restore" gets what it lost, and devices show the same', async () => {
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
      // Somebody else writes before the two come back: their cursors are none that the server would refuse.
      const three = await ready(world)
      for (const text of ['a', 'b', 'c']) acts.push(done(three, createCard(newId(world), text)))
      await world.pass(5_000)
      expect(await heal(world)).toEqual([])
      expect(await heal(world), 'what was sent again has reached everybody').toEqual([])
      expect(await check(world, acts)).toEqual([])
      expect(await cardsOnServer(world)).toHaveLength(6)
      expect([one, two, three].map(({ tab }) => syncOf(tab).repairs)).toEqual([1, 1, 0])
    } finally {
      world.close()
      await own.stop()
    }
  })
})
