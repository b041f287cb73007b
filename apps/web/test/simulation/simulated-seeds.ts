import './disk.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Coverage } from './coverage.ts'
import { runSeed } from './run-seed.ts'
import { SimulatedServer } from './server.ts'

/** Seeds per file; files run in parallel. For more: `npm run simulate -- --seeds N --first SEED`. */
const SEEDS = 20
/** Fewest times that each kind of event must occur in these stories. */
const MINIMUM = 1

/** Declares the tests of one file: seeds that once broke an invariant, then its share of the other seeds. */
export function simulateSeeds(file: number, kept: readonly number[]): void {
  const coverage = new Coverage()
  let server: SimulatedServer
  beforeAll(async () => {
    server = await SimulatedServer.start()
  }, 60_000)
  afterAll(() => server.stop())

  const own = Array.from({ length: SEEDS }, (_, index) => file * SEEDS + index + 1)
  describe('[OF-2] [OF-5] whatever happens on the way, devices and server end alike and nothing is lost', () => {
    it.each([...new Set([...kept, ...own])])('seed %i', { timeout: 60_000 }, async (seed) => {
      expect(await runSeed(seed, server, coverage)).toEqual([])
    })

    it('everything that can happen on the way has happened', () => {
      expect(coverage.rarerThan(MINIMUM)).toEqual([])
    })
  })
}
