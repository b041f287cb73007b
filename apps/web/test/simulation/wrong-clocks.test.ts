import './disk.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cardIn, done, newId, ready } from './failing.ts'
import { heal } from './healing.ts'
import { SimulatedServer } from './server.ts'
import { World } from './world.ts'

const DAY = 86_400_000
/** ms: the tolerance of `ServerClock`, and the seconds until a change is made. */
const NEAR = 125_000
let seeds = 880000

const offsets = fc.oneof(
  fc.integer({ min: -3_700 * DAY, max: 3_700 * DAY }),
  fc.integer({ min: -300_000, max: 300_000 }),
)

it('[OF-2] property: a clock that changes while its device is offline is followed from the next answer on, and loses nothing', async () => {
  const own = await SimulatedServer.start()
  try {
    await fc.assert(
      fc.asyncProperty(offsets, offsets, async (first, then) => {
        const world = await World.create(++seeds, own)
        try {
          const [right, wrong] = [await ready(world), await ready(world, first)]
          const make = () => {
            const id = newId(world)
            done(wrong, { name: 'createCard', args: { card: { id, type: 'todo', content: 'a' } } })
            return { id, at: world.clock.now() }
          }
          const before = make()
          await world.pass(5_000)
          wrong.device.isOnline = false
          const offline = make()
          wrong.device.clockOffset = then
          const changed = make()
          world.clock.sleep(3 * DAY)
          expect(await heal(world)).toEqual([])
          const after = make()
          expect(await heal(world)).toEqual([])
          for (const { tab } of [right, wrong]) {
            for (const { id, at } of [before, offline, after])
              expect(Math.abs((cardIn(tab, id)?.createdAt ?? 0) - at), `${first} ${then}`).toBeLessThan(NEAR)
            const { createdAt = 0 } = cardIn(tab, changed.id) ?? {}
            expect(createdAt).toBeLessThanOrEqual(world.clock.now())
            expect(createdAt).toBe(cardIn(right.tab, changed.id)?.createdAt)
          }
        } finally {
          world.close()
        }
      }),
      { numRuns: 5 },
    )
  } finally {
    await own.stop()
  }
})

it('[OF-2] property: however wrong a device’s clock is, all devices show when cards were created and completed', async () => {
  const own = await SimulatedServer.start()
  try {
    await fc.assert(
      fc.asyncProperty(offsets, async (offset) => {
        const world = await World.create(++seeds, own)
        try {
          const [right, wrong] = [await ready(world), await ready(world, offset)]
          const make = () => {
            const id = newId(world)
            done(wrong, { name: 'createCard', args: { card: { id, type: 'todo', content: 'a' } } })
            return { id, at: world.clock.now() }
          }
          const complete = (id: string) => {
            const doneAt = wrong.device.serverClock.now()
            done(wrong, { name: 'completeCards', args: { cards: [{ id }], doneAt, today: '2026-01-01' } })
            return world.clock.now()
          }
          const online = make()
          await world.pass(5_000)
          wrong.device.isOnline = false
          const offline = make()
          const doneAt = complete(online.id)
          world.clock.sleep(3 * DAY)
          expect(await heal(world)).toEqual([])
          for (const { tab } of [right, wrong])
            for (const { id, at } of [online, offline]) {
              const card = cardIn(tab, id)
              expect(Math.abs((card?.createdAt ?? 0) - at), `${offset}`).toBeLessThan(NEAR)
              if (id === online.id) expect(Math.abs((card?.doneAt ?? 0) - doneAt)).toBeLessThan(NEAR)
            }
        } finally {
          world.close()
        }
      }),
      { numRuns: 5 },
    )
  } finally {
    await own.stop()
  }
})
