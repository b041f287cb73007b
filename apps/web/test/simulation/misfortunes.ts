import { KeptTexts } from '../../../server/test/support/kept-texts.ts'
import { loseRows } from './damaged-disk.ts'
import type { Device } from './device.ts'
import type { Act } from './person.ts'
import type { World } from './world.ts'

/**
 * What happens to a device or to the server in the middle of a story, by chance. Where the server is going to
 * be put back to a backup, no device is wiped and none runs out of room: what only they still had would be gone.
 */
export class Misfortunes {
  readonly #world: World
  /** The step before which the server goes back to its backup; null: never. */
  readonly #restoredAt: number | null

  private constructor(world: World, restoredAt: number | null) {
    this.#world = world
    this.#restoredAt = restoredAt
  }

  static async of(world: World, steps: number): Promise<Misfortunes> {
    if (!world.dice.isLuckyIn(0.06)) return new Misfortunes(world, null)
    await world.activity.during(() => world.server.backUp())
    return new Misfortunes(world, world.dice.upTo(steps))
  }

  async befall(device: Device, step: number, acts: readonly Act[]): Promise<void> {
    const { dice, server, userId, coverage } = this.#world
    if (step === this.#restoredAt) {
      await server.restore(userId)
      this.#world.wasRestored = true
      coverage.saw('backup restored')
    }
    if (this.#restoredAt === null) {
      if (dice.isLuckyIn(device.hasRoom ? 0.02 : 0.3)) this.#changeRoom(device)
      if (dice.isLuckyIn(0.02)) device.writesWithRoom = dice.upTo(20)
      if (dice.isLuckyIn(0.03)) await this.#signOut(device)
      if (dice.isLuckyIn(0.01)) await this.#evict(device, acts)
    }
    if (dice.isLuckyIn(0.01)) await server.beginNewEpochOf(userId)
    if (dice.isLuckyIn(0.005)) {
      await server.node.identity.sessions.endOf(userId, null)
      coverage.saw('session ended')
    }
    if (dice.isLuckyIn(0.02)) await this.#upgrade(device)
    if (dice.isLuckyIn(0.02)) await this.#damage(device)
  }

  /** The disk loses some of the rows that came from the server, and nobody is told. */
  async #damage(device: Device): Promise<void> {
    const { dice, activity, coverage } = this.#world
    const hasLost = await activity.during(() => loseRows(device.databaseName, dice))
    if (hasLost) coverage.saw('rows lost on the device')
  }

  #changeRoom(device: Device): void {
    device.hasRoom = !device.hasRoom
    if (!device.hasRoom) this.#world.coverage.saw('no room')
  }

  /** As the app does it: everything is sent first; where that fails, the person stays signed in. */
  async #signOut(device: Device): Promise<void> {
    const world = this.#world
    const tab = device.tabs.find(({ core }) => core !== null)
    const isUnstored = () => device.tabs.some(({ core }) => (core?.state().sync.unstored ?? 0) > 0)
    if (tab?.core == null || isUnstored()) return
    let left: number | null = null
    tab.core.sendAll().then((waiting) => {
      left = waiting
    })
    await world.passUntil(() => left !== null || !tab.isAlive, 20_000)
    if (left !== 0 || isUnstored()) return
    await device.wipe(tab)
    world.coverage.saw('sign-out')
    await world.pass(world.dice.pick([0, 3_000]))
    device.signIn(await world.server.tokensOf(world.userId))
  }

  /** The browser throws away all that the site keeps. What the server did not have yet is lost with it. */
  async #evict(device: Device, acts: readonly Act[]): Promise<void> {
    const { server, userId, coverage } = this.#world
    await device.wipe()
    const kept = new KeptTexts(server.databaseFile, userId)
    const carriedOut = new Set(kept.carriedOut().map(({ key }) => key))
    kept.close()
    for (const act of acts)
      if (device.hadTab(act.tab) && !this.#world.keysOf(act).every((key) => carriedOut.has(key)))
        act.isStored = false
    coverage.saw('site data evicted')
    device.signIn(await server.tokensOf(userId))
  }

  /** A new version of the app is opened beside the tabs of the old one. */
  async #upgrade(device: Device): Promise<void> {
    device.version++
    this.#world.coverage.saw('schema upgrade')
    await device.openTab()
  }
}
