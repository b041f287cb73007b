import type { Color } from '@cardinal/domain'
import { KeptTexts } from '../../../server/test/support/kept-texts.ts'
import type { Device, Tab } from './device.ts'
import { Dice } from './dice.ts'
import { type Act, doIn, seenIn } from './person.ts'
import { FINE } from './virtual-network.ts'
import type { Wish } from './wish.ts'
import type { World } from './world.ts'

/** ms; longer than an access token is valid. */
const TOKEN_SPENT = 1_000_000

/**
 * Restores the server from a backup. Before that, a device makes a change, is told that it is saved, goes offline
 * and makes another change. In stories with an even seed, sessions were renewed since the backup, so the restored
 * server ends them.
 */
export class Restore {
  readonly #world: World
  readonly #dice: Dice
  readonly #backUpAt: number
  readonly #restoreAt: number

  private constructor(world: World, restoreAt: number) {
    this.#world = world
    this.#dice = new Dice(world.seed + 0x4e57)
    this.#restoreAt = restoreAt
    this.#backUpAt = this.#dice.upTo(restoreAt + 1)
  }

  /** A restore in some stories; null in the others. */
  static in(world: World, steps: number): Restore | null {
    return world.dice.isLuckyIn(0.1) ? new Restore(world, world.dice.upTo(steps)) : null
  }

  /** @returns the acts of its person */
  async go(step: number): Promise<Act[]> {
    const { server, userId, activity, coverage } = this.#world
    if (step === this.#backUpAt) await activity.during(() => server.backUp())
    if (step !== this.#restoreAt) return []
    const endsSessions = this.#world.seed % 2 === 0
    if (endsSessions) this.#world.clock.sleep(TOKEN_SPENT)
    const device = this.#world.devices.find(({ isAway, tabs }) => !isAway && tabs.some(isReady))
    const acts = device === undefined ? [] : await this.#actOffline(device)
    const kept = new KeptTexts(server.databaseFile, userId)
    this.#world.carriedOutBefore = new Set(kept.carriedOut().map(({ key }) => key))
    kept.close()
    await server.restore(userId)
    this.#world.wasRestored = true
    coverage.saw('backup restored')
    if (endsSessions) this.#world.clock.sleep(TOKEN_SPENT)
    if (device !== undefined && endsSessions) await this.#return(device)
    return acts
  }

  /** Brings a device back online, so that it notices that its session has ended. */
  async #return(device: Device): Promise<void> {
    const { network } = this.#world
    const { weather } = network
    network.weather = FINE
    device.isOnline = true
    for (const { user } of device.tabs) user.nudge()
    await this.#world.pass(5_000)
    await meetEndedSession(this.#world, device)
    network.weather = weather
  }

  /** Colours cards red, waits until that is saved, goes offline, and colours them blue. */
  async #actOffline(device: Device): Promise<Act[]> {
    const { network, coverage } = this.#world
    const tab = device.tabs.find(isReady)
    if (tab?.core == null) return []
    const cardIds = seenIn(tab.core)
      .cards.slice(0, 3)
      .map(({ id }) => id)
    const { weather } = network
    network.weather = FINE
    device.isOnline = true
    const red = paint(tab, cardIds, 'red')
    tab.user.nudge()
    await this.#world.pass(5_000)
    device.isOnline = false
    network.weather = weather
    const blue = paint(tab, cardIds, 'blue')
    await this.#world.pass(1_000)
    if (blue !== null && tab.isAlive) coverage.saw('restored with acts offline')
    return [red, blue].filter((act) => act !== null)
  }
}

function isReady({ core }: Tab): boolean {
  return core?.state().sync.hasCopy === true
}

function paint(tab: Tab, cardIds: readonly string[], color: Color): Act | null {
  if (cardIds.length === 0 || !tab.isAlive) return null
  const values = cardIds.map((id) => ({ field: `card ${id} color`, value: color }))
  const wish: Wish = { mutation: { name: 'setCardColor', args: { cardIds, color } }, texts: [], values }
  return doIn(tab, wish)
}

/**
 * Does what the app does when the server has ended the session: removes the copies of cards. The person then
 * signs in again.
 */
export async function meetEndedSession(world: World, device: Device): Promise<void> {
  const isSignedOut = ({ core }: Tab) => core?.state().sync.phase === 'paused-signed-out'
  const isUnstored = ({ core }: Tab) => (core?.state().sync.unstored ?? 0) > 0
  if (!device.tabs.some(isSignedOut) || device.tabs.some(isUnstored)) return
  await device.forget()
  world.coverage.saw('signed out by the server')
  device.signIn(await world.server.tokensOf(world.userId))
}
