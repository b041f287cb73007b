import type { Coverage } from './coverage.ts'
import { check, type Findings, heal } from './healing.ts'
import type { Act } from './person.ts'
import type { SimulatedServer } from './server.ts'
import { runStory } from './story.ts'
import { World } from './world.ts'

/** Seeds that end in this digit give a person whose plan allows few cards. */
const LIMITED = 7
const CARDS = 8

/**
 * Runs one story. A person with two or three devices acts at random, half of the time offline, with tabs that die
 * between any two steps. Then all faults end, and the invariants are checked.
 *
 * @param show called with the acts at the end
 */
export async function runSeed(
  seed: number,
  server: SimulatedServer,
  coverage?: Coverage,
  show: (acts: readonly Act[], world: World) => void = () => {},
): Promise<Findings> {
  const isLimited = seed % 10 === LIMITED
  const world = await World.create(seed, isLimited ? await server.withLimit(CARDS) : server, coverage)
  try {
    const { acts, findings: underWay } = await runStory(world)
    const findings = [...underWay, ...(await heal(world)), ...(await check(world, acts))]
    show(acts, world)
    return findings
  } catch (error) {
    return [`threw: ${error instanceof Error ? error.stack : error}`]
  } finally {
    world.close()
  }
}
