import { type Card, type Id, makeId } from '@cardinal/domain'
import type { Mutation } from '@cardinal/sync'
import type { ReplicaCore } from '../../src/replica/worker/replica-core.ts'
import type { Device, Tab } from './device.ts'
import { rowsOnServer } from './healing.ts'
import { type Act, doIn } from './person.ts'
import { plain } from './wish.ts'
import type { World } from './world.ts'

/** A device with one tab and an open workspace. */
export async function ready(world: World, clockOffset = 0): Promise<{ device: Device; tab: Tab }> {
  const device = await world.addDevice(clockOffset)
  const tab = await device.openTab()
  await world.pass(2_000)
  return { device, tab }
}

export function newId(world: World): Id {
  return makeId(world.clock.now(), world.dice.bytes(8))
}

export function createCard(id: Id, content: string): Mutation {
  return { name: 'createCard', args: { card: { id, type: 'note', content } } }
}

export function setContent(cardId: Id, content: string): Mutation {
  return { name: 'setCardContent', args: { cardId, content, baseSeq: null } }
}

/**
 * Runs a mutation.
 *
 * @throws if it is refused
 */
export function done({ tab }: { tab: Tab }, mutation: Mutation): Act {
  const act = doIn(tab, plain(mutation))
  if (act === null) throw new Error(`Refused: ${mutation.name}`)
  return act
}

export function cardIn(tab: Tab, id: Id): Card | undefined {
  return coreOf(tab).ask('cardsById', { ids: [id] })[0]
}

export async function cardsOnServer(world: World): Promise<Card[]> {
  return (await rowsOnServer(world)).flatMap((change) =>
    change.kind === 'card' && change.row ? [change.row] : [],
  )
}

export function syncOf(tab: Tab) {
  return coreOf(tab).state().sync
}

export function coreOf(tab: Tab): ReplicaCore {
  if (tab.core === null) throw new Error('No workspace is open.')
  return tab.core
}
