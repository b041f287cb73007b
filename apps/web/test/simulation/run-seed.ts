import type { Id } from '@cardinal/domain'
import { randomMutation } from './acts.ts'
import type { Device } from './device.ts'
import { check, type Findings, heal } from './healing.ts'
import { type Act, doIn, seenIn } from './person.ts'
import type { SimulatedServer } from './server.ts'
import { FINE, ROUGH } from './virtual-network.ts'
import { World } from './world.ts'

/** How much happens in one story. */
const STEPS = 40

/**
 * One story: a person with two or three devices does random things in rough weather, half of the time offline,
 * with tabs that die between any two steps; then everything heals, and the invariants are checked.
 */
export async function runSeed(seed: number, server: SimulatedServer): Promise<Findings> {
  const world = await World.create(seed, server)
  try {
    const acts = await story(world)
    return [...(await heal(world)), ...(await check(world, acts))]
  } finally {
    world.close()
  }
}

async function story(world: World): Promise<Act[]> {
  const { dice } = world
  for (let i = dice.between(2, 3); i > 0; i--) await (await world.addDevice()).openTab()
  await world.pass(5_000)
  const acts: Act[] = []
  const deleted: Id[] = []
  for (let step = 0; step < STEPS; step++) {
    const device = dice.pick(world.devices)
    if (dice.isLuckyIn(0.15)) device.isOnline = !device.isOnline
    if (dice.isLuckyIn(0.1)) world.network.weather = dice.pick([FINE, ROUGH])
    await openOrKill(world, device)
    const act = somethingDone(world, device, deleted)
    if (act !== null) acts.push(act)
    // Rarely the laptop is closed for so long that the access token expires.
    if (dice.isLuckyIn(0.03)) world.clock.sleep(1_000_000)
    await world.pass(dice.pick([0, 0, 1, 50, 400, 3_000, 20_000]))
  }
  return acts
}

async function openOrKill(world: World, device: Device): Promise<void> {
  const { dice } = world
  if (device.tabs.length > 0 && dice.isLuckyIn(0.05)) device.kill(dice.pick(device.tabs))
  if (device.tabs.length > 0 && dice.isLuckyIn(0.06)) dice.pick(device.tabs).fuse = dice.upTo(12)
  if (device.tabs.length === 0 || (device.tabs.length < 3 && dice.isLuckyIn(0.06))) {
    await device.openTab()
    await world.pass(dice.pick([0, 100]))
  }
}

function somethingDone(world: World, device: Device, deleted: Id[]): Act | null {
  const { dice } = world
  if (device.tabs.length === 0) return null
  const tab = dice.pick(device.tabs)
  if (tab.core === null) return null
  const mutation = randomMutation(dice, world.clock.now(), seenIn(tab.core, deleted))
  if (mutation.name === 'deleteCards') deleted.push(...mutation.args.cardIds)
  return doIn(tab, device.parts.name, mutation)
}
