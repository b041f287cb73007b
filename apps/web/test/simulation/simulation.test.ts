import 'fake-indexeddb/auto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runSeed } from './run-seed.ts'
import { SimulatedServer } from './server.ts'

let server: SimulatedServer
beforeAll(async () => {
  server = await SimulatedServer.start()
})
afterAll(() => server.stop())

/** Seeds that once broke an invariant: they run first, always. */
const KEPT = [6, 37, 111, 140, 187, 234]
/** Any number more: `npm run simulate -- --seeds N --first SEED`. */
const SEEDS = Number(process.env.CARDINAL_SEEDS ?? 100)

describe('[OF-2] [OF-5] whatever happens on the way, devices and server end alike and nothing is lost', () => {
  for (const seed of new Set([...KEPT, ...Array.from({ length: SEEDS }, (_, index) => index + 1)]))
    it(`seed ${seed}`, async () => {
      expect(await runSeed(seed, server)).toEqual([])
    })
})
