import { IDBFactory } from 'fake-indexeddb'
import { Activity } from './activity.ts'
import { Coverage } from './coverage.ts'
import { Device } from './device.ts'
import { Dice } from './dice.ts'
import type { SimulatedServer } from './server.ts'
import { VirtualClock } from './virtual-clock.ts'
import { VirtualNetwork } from './virtual-network.ts'

const START = Date.UTC(2026, 0, 1)
const YEAR = 365 * 86_400_000

/** One user with several devices, the server, and everything between them. */
export class World {
  readonly dice: Dice
  readonly clock = new VirtualClock(START)
  readonly activity = new Activity()
  readonly network: VirtualNetwork
  readonly server: SimulatedServer
  readonly devices: Device[] = []
  readonly userId: string
  readonly seed: number
  readonly coverage: Coverage

  private constructor(seed: number, server: SimulatedServer, userId: string, coverage: Coverage) {
    this.coverage = coverage
    this.seed = seed
    this.dice = new Dice(seed)
    this.server = server
    this.userId = userId
    const { clock, dice, activity } = this
    this.network = new VirtualNetwork({ clock, dice, activity, serve: server.serve, saw: coverage.saw })
  }

  static async create(seed: number, server: SimulatedServer, coverage = new Coverage()): Promise<World> {
    // What earlier worlds left on their disks would only be in the way.
    globalThis.indexedDB = new IDBFactory()
    const start = START
    server.setClock(() => start)
    const userId = await server.newUser(`seed-${seed}`)
    const world = new World(seed, server, userId, coverage)
    server.setClock(() => world.clock.now())
    return world
  }

  /** A device that is signed in; every third one's clock is a year off. */
  async addDevice(clockOffset: number = this.dice.pick([0, 0, -YEAR, YEAR])): Promise<Device> {
    const { userId, clock, dice, activity, network } = this
    const { saw } = this.coverage
    const name = `${this.seed}-${this.devices.length}`
    const device = new Device({ name, userId, clock, clockOffset, dice, activity, network, saw })
    if (clockOffset !== 0) saw('clock a year off')
    device.signIn(await this.server.tokensOf(userId))
    this.devices.push(device)
    return device
  }

  /** Lets time pass, with everything that happens in it. */
  async pass(ms: number): Promise<void> {
    const until = this.clock.now() + ms
    await this.activity.settle()
    while (this.clock.step(until)) await this.activity.settle()
  }

  /** Lets time pass until something is so; false when it isn't after that long. */
  async passUntil(isSo: () => boolean, most: number): Promise<boolean> {
    const until = this.clock.now() + most
    await this.activity.settle()
    while (!isSo()) {
      if (!this.clock.step(until)) return isSo()
      await this.activity.settle()
    }
    return true
  }

  close(): void {
    for (const device of this.devices) for (const tab of [...device.tabs]) device.kill(tab)
  }
}
