import { KeptTexts } from '../../../server/test/support/kept-texts.ts'
import { Absence } from './absence.ts'
import { damageRows, loseRows } from './damaged-disk.ts'
import type { Device } from './device.ts'
import { meetingIn, meetings } from './meetings.ts'
import { writtenByOlder } from './older-release.ts'
import { type Act, rowsOf, seenIn } from './person.ts'
import { meetEndedSession, Restore } from './restores.ts'
import { ServerFault } from './server-faults.ts'
import type { World } from './world.ts'

/**
 * Random failures of devices or the server during a story. If the server will be restored from a backup, no
 * device is wiped or runs out of room, because that would lose what only that device still had. When the server
 * ends a session, only copies are removed.
 */
export class Misfortunes {
  readonly #world: World
  /** Null: the server is never restored. */
  readonly #restore: Restore | null
  readonly #fault: ServerFault | null
  readonly #absence: Absence | null
  readonly #meetingAt: number | null

  private constructor(
    world: World,
    restore: Restore | null,
    absence: Absence | null,
    meetingAt: number | null,
    steps: number,
  ) {
    this.#world = world
    this.#restore = restore
    this.#fault = ServerFault.in(world, steps)
    this.#absence = absence
    this.#meetingAt = meetingAt
  }

  static of(world: World, steps: number): Misfortunes {
    const meetingAt = meetingIn(world, steps)
    const restore = Restore.in(world, steps)
    const absence = restore === null ? Absence.in(world, steps) : null
    return new Misfortunes(world, restore, absence, meetingAt, steps)
  }

  /** @param acts all acts so far; acts during the failure are appended */
  async befall(device: Device, step: number, acts: Act[]): Promise<void> {
    const { dice, server, userId, coverage } = this.#world
    if (this.#restore !== null) acts.push(...(await this.#restore.go(step)))
    if (this.#fault !== null) acts.push(...this.#fault.go(step))
    if (this.#restore === null) {
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
    await meetEndedSession(this.#world, device)
    if (dice.isLuckyIn(0.02)) await this.#upgrade(device)
    if (dice.isLuckyIn(0.02)) await this.#damage(device)
    await this.#befallLater(device, step, acts)
  }

  /**
   * Failures that were added to the simulation later. They use random numbers of their own, so that existing
   * seeds give the same stories.
   */
  async #befallLater(device: Device, step: number, acts: Act[]): Promise<void> {
    const { side, activity, coverage } = this.#world
    if (side.isLuckyIn(0.02) && (await activity.during(() => damageRows(device.databaseName, side))))
      coverage.saw('rows damaged on the device')
    if (side.isLuckyIn(0.02)) await this.#takeReleaseBack(device)
    if (side.isLuckyIn(0.03)) await this.#leaveOlderOutbox(device)
    if (step === this.#meetingAt) acts.push(...(await meetings(this.#world)))
    if (this.#absence !== null) acts.push(...(await this.#absence.go(step)))
  }

  /** Rolls back a release that upgraded the stores: tabs load the previous release, and later the next one. */
  async #takeReleaseBack(device: Device): Promise<void> {
    for (const tab of [...device.tabs]) device.kill(tab)
    device.version = device.newestVersion + 1
    await device.openTab()
    await this.#world.pass(this.#world.side.pick([0, 1_000]))
    if (this.#world.side.isLuckyIn(0.5)) for (const tab of [...device.tabs]) device.kill(tab)
    device.version--
    await device.openTab()
  }

  /** Leaves an outbox in the format of an older release. */
  async #leaveOlderOutbox(device: Device): Promise<void> {
    const { activity, side, coverage, blindWrites } = this.#world
    const tab = device.tabs.find(({ core }) => core?.state().sync.hasCopy === true)
    const workspaceId = tab?.user.workspaceId
    if (tab?.core == null || workspaceId == null) return
    const shown = rowsOf(seenIn(tab.core))
    for (const tab of [...device.tabs]) device.kill(tab)
    const blind = await activity.during(() => writtenByOlder(device.databaseName, side, workspaceId, shown))
    if (blind !== null) coverage.saw('outbox of an older release')
    for (const [key, write] of blind ?? []) {
      blindWrites.set(key, write)
      if (write.isWhole) coverage.saw('whole card of an older release')
    }
  }

  /** Removes some of the server's rows from the disk without telling the app. */
  async #damage(device: Device): Promise<void> {
    const { dice, activity, coverage } = this.#world
    const hasLost = await activity.during(() => loseRows(device.databaseName, dice))
    if (hasLost) coverage.saw('rows lost on the device')
  }

  #changeRoom(device: Device): void {
    device.hasRoom = !device.hasRoom
    if (!device.hasRoom) this.#world.coverage.saw('no room')
  }

  /** Signs out like the app: sends everything first. If that fails, the person stays signed in. */
  async #signOut(device: Device): Promise<void> {
    const world = this.#world
    const tab = device.tabs.find(({ core }) => core !== null)
    const isUnstored = () => device.tabs.some(({ core }) => (core?.state().sync.unstored ?? 0) > 0)
    if (tab?.core == null || isUnstored()) return
    let left: number | null = null
    tab.core.sendAll().then(({ acts }) => {
      left = acts
    })
    await world.passUntil(() => left !== null || !tab.isAlive, 20_000)
    if (left !== 0 || isUnstored()) return
    await device.wipe(tab)
    world.coverage.saw('sign-out')
    await world.pass(world.dice.pick([0, 3_000]))
    device.signIn(await world.server.tokensOf(world.userId))
  }

  /** Removes all data of the site, like a browser that needs room. Changes that the server did not have are lost. */
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

  /** Opens a new version of the app while tabs of the old one are open. */
  async #upgrade(device: Device): Promise<void> {
    device.version = device.newestVersion + 1
    this.#world.coverage.saw('schema upgrade')
    await device.openTab()
  }
}
