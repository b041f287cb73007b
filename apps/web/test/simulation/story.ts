import { type Id, makeId } from '@cardinal/domain'
import type { Mutation } from '@cardinal/sync'
import { randomMutation } from './acts.ts'
import type { Device } from './device.ts'
import { Misfortunes } from './misfortunes.ts'
import { type Act, doIn, seenIn } from './person.ts'
import { FINE, ROUGH } from './virtual-network.ts'
import type { World } from './world.ts'

/** How much happens in one story. */
const STEPS = 40

/** Lets a person with two or three devices do random things in a world where much goes wrong. */
export async function tellStory(world: World): Promise<Act[]> {
  const { dice } = world
  for (let i = dice.between(2, 3); i > 0; i--) await (await world.addDevice()).openTab()
  await world.pass(2_000)
  const acts: Act[] = [...countedTag(world)]
  await world.pass(5_000)
  const misfortunes = await Misfortunes.of(world, STEPS)
  const deleted: Id[] = []
  for (let step = 0; step < STEPS; step++) {
    const device = dice.pick(world.devices)
    if (dice.isLuckyIn(0.15)) device.isOnline = !device.isOnline
    if (dice.isLuckyIn(0.1)) world.network.weather = dice.pick([FINE, ROUGH])
    await misfortunes.befall(device, step)
    await openOrKill(world, device)
    const act = somethingDone(world, device, deleted)
    if (act !== null) acts.push(act)
    // Rarely the laptop is closed for so long that the access token expires.
    if (dice.isLuckyIn(0.03)) world.clock.sleep(1_000_000)
    await world.pass(dice.pick([0, 0, 1, 50, 400, 3_000, 20_000]))
  }
  return acts
}

/** A tag that is only ever clicked on, because a click that is carried out twice counts twice. */
function countedTag(world: World): Act[] {
  const [first] = world.devices
  const [tab] = first?.tabs ?? []
  if (first === undefined || tab === undefined) throw new Error('There is no device.')
  const tags = [{ id: countedTagId(world), name: 'counted' }]
  const act = doIn(tab, first.parts.name, { name: 'createTags', args: { tags, attachToCardIds: [] } })
  return act === null ? [] : [act]
}

export function countedTagId({ seed }: World): Id {
  return makeId(seed, new Uint8Array(8).fill(7))
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
  const counted = countedTagId(world)
  const seen = seenIn(tab.core, deleted)
  const others = { ...seen, tags: seen.tags.filter(({ id }) => id !== counted) }
  const click: Mutation = {
    name: 'addClicks',
    args: { tagIds: [counted], clickedAt: Math.max(0, world.clock.now()) },
  }
  const mutation = dice.isLuckyIn(0.1) ? click : randomMutation(dice, world.clock.now(), others)
  if (mutation.name === 'deleteCards') deleted.push(...mutation.args.cardIds)
  return doIn(tab, device.parts.name, mutation)
}
