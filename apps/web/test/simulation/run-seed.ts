import type { Coverage } from './coverage.ts'
import { check, type Findings, heal } from './healing.ts'
import type { SimulatedServer } from './server.ts'
import { tellStory } from './story.ts'
import { World } from './world.ts'

/**
 * One story: a person with two or three devices does random things in rough weather, half of the time offline,
 * with tabs that die between any two steps; then everything heals, and the invariants are checked.
 */
export async function runSeed(seed: number, server: SimulatedServer, coverage?: Coverage): Promise<Findings> {
  const world = await World.create(seed, server, coverage)
  try {
    const acts = await tellStory(world)
    return [...(await heal(world)), ...(await check(world, acts))]
  } finally {
    world.close()
  }
}
