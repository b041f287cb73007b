import type { Id } from '@cardinal/domain'
import { IDBFactory } from 'fake-indexeddb'
import { loadWire } from '../../src/replica/worker/load-wire.ts'
import { Activity } from './activity.ts'
import { Coverage } from './coverage.ts'
import { Device } from './device.ts'
import { Dice } from './dice.ts'
import type { BlindWrite } from './older-release.ts'
import type { Act } from './person.ts'
import type { Aged, SimulatedServer } from './server.ts'
import type { ServerFault } from './server-faults.ts'
import { VirtualClock } from './virtual-clock.ts'
import { BLOCKED, ROUGH, VirtualNetwork, type Weather } from './virtual-network.ts'
import { Words } from './words.ts'

const START = Date.UTC(2026, 0, 1)
const YEAR = 365 * 86_400_000

/** A user with several devices, the server, and the network between them. */
export class World {
  readonly dice: Dice
  readonly words: Words
  readonly clock = new VirtualClock(START)
  readonly activity = new Activity()
  readonly network: VirtualNetwork
  readonly server: SimulatedServer
  readonly devices: Device[] = []
  readonly #keyOf = new WeakMap<object, string>()
  readonly userId: string
  readonly seed: number
  readonly coverage: Coverage
  /** Weather while the network is disturbed. */
  readonly roughWeather: Weather
  /**
   * Whether the server was restored. A device that had not noticed it yet may have sent newer acts before the
   * lost ones.
   */
  wasRestored = false
  /** Keys of changes made before the restore: people saw them, but they may be lost. */
  carriedOutBefore: ReadonlySet<string> = new Set()
  /** By key, the workspace that a rejected change was moved to. */
  readonly movedKeys = new Map<string, Id>()
  /** Cards that two devices moved to another workspace, by a word that is on no other card. */
  readonly movedByTwo = new Map<
    string,
    { readonly cardId: Id; readonly copyId: Id; readonly workspaceId: Id }
  >()
  /** By key, changes of older releases without what their person saw. */
  readonly blindWrites = new Map<string, BlindWrite>()
  /** Whether changes waited a month for lost rows. Cards that were deleted before can't be restored any more. */
  hasMonthPassed = false
  /** What the server removed after half a year; null: not yet. */
  aged: Aged | null = null
  /** Null: the server fails for no change. */
  fault: ServerFault | null = null
  /** Random numbers for parts of stories that were added later, so that existing seeds keep their stories. */
  readonly side: Dice

  private constructor(seed: number, server: SimulatedServer, userId: string, coverage: Coverage) {
    this.coverage = coverage
    this.seed = seed
    this.roughWeather = seed % 4 === 1 ? BLOCKED : ROUGH
    this.dice = new Dice(seed)
    this.side = new Dice(seed + 0x51de)
    this.words = new Words(this.dice)
    this.server = server
    this.userId = userId
    const { clock, dice, activity } = this
    this.network = new VirtualNetwork({
      clock,
      dice,
      activity,
      serve: server.serve,
      saw: coverage.saw,
      kill: () => server.kill(),
      seqs: () => server.seqsOf(userId),
    })
  }

  static async create(seed: number, server: SimulatedServer, coverage = new Coverage()): Promise<World> {
    // Importing takes real time, during which virtual time would run out.
    await loadWire()
    // Discards the disks of earlier worlds.
    globalThis.indexedDB = new IDBFactory()
    const start = START
    server.setClock(() => start)
    server.failingFor = null
    const hasTwoNodes = seed % 3 === 0
    await server.setNodes(hasTwoNodes ? 2 : 1)
    if (hasTwoNodes) coverage.saw('two nodes')
    const userId = await server.newUser(`seed-${seed}`)
    const world = new World(seed, server, userId, coverage)
    server.setClock(() => world.clock.now())
    return world
  }

  /** A signed-in device. Half of the time its clock is a year off. */
  async addDevice(clockOffset: number = this.dice.pick([0, 0, -YEAR, YEAR])): Promise<Device> {
    const { userId, clock, dice, activity, network } = this
    const { saw } = this.coverage
    const keyOf = this.#keyOf
    const name = `${this.seed}-${this.devices.length}`
    const device = new Device({ name, userId, clock, clockOffset, dice, activity, network, saw, keyOf })
    if (clockOffset !== 0) saw('clock a year off')
    device.signIn(await this.server.tokensOf(userId))
    this.devices.push(device)
    return device
  }

  /** The keys under which an act is sent. An act on the account gets its key when it is stored. */
  keysOf({ keys, mutation }: Pick<Act, 'keys' | 'mutation'>): readonly string[] {
    const key = this.#keyOf.get(mutation)
    return keys.length > 0 || key === undefined ? keys : [key]
  }

  /** Advances the time, and runs all timers and requests that become due. */
  async pass(ms: number): Promise<void> {
    const until = this.clock.now() + ms
    await this.activity.settle()
    while (this.clock.step(until)) await this.activity.settle()
  }

  /** Advances the time until a condition holds. False: it did not within `most` ms. */
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
