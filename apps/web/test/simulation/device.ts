import { createEngine } from '../../src/replica/engine.ts'
import { forgetCopy, wipeStorage } from '../../src/replica/forget-copies.ts'
import { EventStream } from '../../src/replica/worker/event-stream.ts'
import { HttpNetwork } from '../../src/replica/worker/http-network.ts'
import type { Hint } from '../../src/replica/worker/network.ts'
import type { ReplicaCore } from '../../src/replica/worker/replica-core.ts'
import { FallbackStore } from '../../src/replica/worker/store/fallback-store.ts'
import { VERSION } from '../../src/replica/worker/store/idb-schema.ts'
import { type Lost, openIdbStore } from '../../src/replica/worker/store/idb-store.ts'
import { openStore } from '../../src/replica/worker/store/open-store.ts'
import { UserReplica } from '../../src/replica/worker/user-replica.ts'
import { MemoryStorage } from '../../src/session/memory-storage.ts'
import { Session } from '../../src/session/session.ts'
import type { Activity } from './activity.ts'
import type { Coverage } from './coverage.ts'
import type { Dice } from './dice.ts'
import { watchWrites } from './disk.ts'
import type { OpenForm } from './forms.ts'
import { mortalStore, noted } from './mortal-store.ts'
import type { Act } from './person.ts'
import { VirtualChannel } from './virtual-channel.ts'
import type { VirtualClock } from './virtual-clock.ts'
import { VirtualLocks } from './virtual-locks.ts'
import type { VirtualNetwork } from './virtual-network.ts'

export interface DeviceParts {
  readonly name: string
  readonly userId: string
  readonly clock: VirtualClock
  /** How far this device's clock is off, in ms. */
  readonly clockOffset: number
  readonly dice: Dice
  readonly activity: Activity
  readonly network: VirtualNetwork
  readonly saw: Coverage['saw']
  /** The key of each change that was handed to a storage. */
  readonly keyOf: WeakMap<object, string>
}

/** One browser: what is on its disk outlives its tabs. */
export class Device {
  readonly parts: DeviceParts
  readonly storage = new MemoryStorage()
  readonly locks = new VirtualLocks()
  readonly channel: VirtualChannel
  readonly tabs: Tab[] = []
  /** How many tabs were ever opened. */
  tabsOpened = 0
  /** What tabs that ended had open in forms: the browser keeps it, and a tab that is loaded again finds it. */
  readonly drafts: OpenForm[] = []
  isOnline = true
  /** It lies in a drawer, for so long that the server forgets what others deleted meanwhile. */
  isAway = false
  hasRoom = true
  /** The browser finds no room for one row, after this many more that are written or deleted. */
  writesWithRoom = Number.POSITIVE_INFINITY
  /** Of the storage, as the app has it that tabs load now. */
  version = VERSION
  /** The latest one that any tab was loaded with. */
  newestVersion = VERSION

  constructor(parts: DeviceParts) {
    this.parts = parts
    this.channel = new VirtualChannel(parts.clock)
  }

  signIn({ accessToken, refreshToken }: { accessToken: string; refreshToken: string }): void {
    const { clock, clockOffset } = this.parts
    const now = () => clock.now() + clockOffset
    const session = new Session(sessionPorts(this, now, () => true))
    const user = {
      name: 'A',
      email: 'a@example.org',
      firstName: 'A',
      lastName: '',
      plan: 'free',
      planExpiresAt: null,
    }
    session.begin(accessToken, refreshToken, { credential: '', clientId: '', user })
  }

  get isConnected(): boolean {
    return this.isOnline && !this.isAway
  }

  get databaseName(): string {
    return `cardinal-${this.parts.userId}-${this.parts.name}`
  }

  /** Returns whether a tab of this name was opened here. */
  hadTab(name: string): boolean {
    return name.startsWith(`${this.parts.name}/`)
  }

  async openTab(): Promise<Tab> {
    if (this.tabs.length > 0) this.parts.saw('second tab')
    return Tab.open(this)
  }

  /**
   * Removes everything of the person from this device.
   *
   * @param signsOut the tab that signs out; left out, the browser itself removes the site's data
   */
  async wipe(signsOut?: Tab): Promise<void> {
    const place = signsOut?.store.place ?? 'device'
    for (const tab of [...this.tabs]) this.kill(tab)
    await this.parts.activity.during(() => wipeStorage({ place }, this.databaseName))
    this.storage.clear()
    this.drafts.splice(0)
  }

  /** Removes the copies of cards, as the app does after the server ended the session. */
  async forget(): Promise<void> {
    const { activity, clock, clockOffset } = this.parts
    for (const tab of [...this.tabs]) this.kill(tab)
    await activity.during(() => forgetCopy(this.databaseName, clock.now() + clockOffset))
    this.storage.clear()
  }

  /** Ends a tab without notice, between any two steps. */
  kill(tab: Tab): void {
    const index = this.tabs.indexOf(tab)
    if (index >= 0) this.tabs.splice(index, 1)
    this.drafts.push(...tab.forms)
    tab.die()
  }
}

/** One page with its worker. */
export class Tab {
  readonly session: Session
  readonly user: UserReplica
  readonly store: TabStore
  readonly name: string
  /** What was done here and is in this tab's memory only: nobody is told that it is saved on the device. */
  readonly inMemory: Act[] = []
  /** What the person has open in this tab. */
  forms: readonly OpenForm[] = []
  readonly #device: Device
  readonly #life: Life
  readonly #events: EventStream
  #loggedOut = 0
  /** The tab ends after this many more steps of its storage. */
  fuse = Number.POSITIVE_INFINITY
  /** The tab ends in the middle of a transaction, after this many more rows that it writes or deletes. */
  writesLeft = Number.POSITIVE_INFINITY

  private constructor(device: Device, store: TabStore, life: Life) {
    const { clock, clockOffset, dice, network, userId } = device.parts
    this.#device = device
    this.name = `${device.parts.name}/${++device.tabsOpened}`
    this.#life = life
    const isAlive = () => life.isAlive
    const virtual = clock.seenWith(clockOffset, isAlive)
    this.session = new Session(sessionPorts(device, virtual.now, isAlive, this, () => this.#loggedOut++))
    this.store = noted(store, device.parts.keyOf)
    const server = new HttpNetwork({
      userId,
      apiBase: '/api',
      fetch: network.fetchOf(() => device.isConnected, isAlive),
      tokens: {
        accessToken: () => this.session.accessToken(),
        distrust: async (token) => this.session.distrust(token),
      },
      clock: virtual,
      isOnline: () => device.isConnected,
    })
    const ports = {
      clock: virtual,
      chance: dice,
      locks: device.locks.of(this, isAlive),
      channel: device.channel.of(this),
      yieldToEventLoop: () => Promise.resolve(),
    }
    this.user = new UserReplica({ userId, store: this.store, network: server, ports, createEngine })
    const onHint = (hint: Hint) => this.user.core?.hint(hint)
    this.#events = new EventStream({ userId, network: server, ports, onHint })
  }

  static async open(device: Device): Promise<Tab> {
    const life: Life = { isAlive: true, step: () => {}, placeChanged: () => {} }
    const opened = new Tab(device, await storeOf(device, life), life)
    life.step = () => opened.#step()
    life.placeChanged = () => opened.#placeChanged()
    if (opened.store instanceof FallbackStore) opened.#endsInside()
    device.tabs.push(opened)
    opened.#events.setVisible(true)
    opened.user.start().catch((error: unknown) => {
      throw error
    })
    return opened
  }

  /** Lets a transaction fail, or the tab end in the middle of it, when the time has come. */
  #endsInside(): void {
    const device = this.#device
    watchWrites(device.databaseName, (transaction) => {
      if (device.writesWithRoom-- === 0) {
        device.parts.saw('no room inside a transaction')
        return false
      }
      if (this.writesLeft-- !== 0) return true
      device.parts.saw('crash inside a transaction')
      // Behind what is being handed over just now, so that somebody waits for each of its requests.
      queueMicrotask(() => {
        device.kill(this)
        transaction.abort()
      })
      return true
    })
  }

  #step(): void {
    if (this.fuse-- !== 0) return
    this.#device.parts.saw('crash between steps')
    this.#device.kill(this)
  }

  /** Null until a workspace is open. */
  get core(): ReplicaCore | null {
    return this.user.core
  }

  /** ms since the story began */
  get storyTime(): number {
    const { clock } = this.#device.parts
    return clock.now() - clock.start
  }

  get isAlive(): boolean {
    return this.#life.isAlive
  }

  #placeChanged(): void {
    this.user.core?.storageChanged()
    if (this.store.place === 'device') this.keptAll()
  }

  /** Notes that the contents of the memory have moved to the device, or the tab lived on until all of it was sent. */
  keptAll(): void {
    for (const act of this.inMemory.splice(0)) act.isStored = true
  }

  /** How often this tab was told that the session ended. */
  get logouts(): number {
    return this.#loggedOut
  }

  die(): void {
    this.#life.isAlive = false
    this.user.stop()
    this.#device.locks.free(this)
    this.#device.channel.free(this)
    this.store.close()
  }
}

type TabStore = Awaited<ReturnType<typeof openStore>>

/** What ends with a tab, or is told to it. */
interface Life {
  isAlive: boolean
  step: () => void
  placeChanged: () => void
}

/** Opens what the device keeps as the app does. */
function storeOf(device: Device, life: Life): Promise<TabStore> {
  const { databaseName, version } = device
  const { clock, clockOffset, activity, saw } = device.parts
  const isAlive = () => life.isAlive
  device.newestVersion = Math.max(device.newestVersion, version)
  const openDisk = async (onLost: (why: Lost) => void) => {
    const lose = (why: Lost) => (life.isAlive ? onLost(why) : undefined)
    const disk = await openIdbStore(databaseName, lose, version)
    return mortalStore(
      disk,
      activity,
      isAlive,
      () => life.step(),
      () => device.hasRoom,
    )
  }
  const onLost = (why: Lost) =>
    saw(why === 'older-release' ? 'release taken back' : 'storage lost under a tab')
  const onPlaceChange = () => life.placeChanged()
  const opening = {
    databaseName,
    clock: clock.seenWith(clockOffset, isAlive),
    openDisk,
    onLost,
    onPlaceChange,
  }
  return activity.during(() => openStore(opening))
}

function sessionPorts(
  device: Device,
  now: () => number,
  isAlive: () => boolean,
  owner: object = device,
  announce: () => void = () => {},
) {
  const { clock, dice, network } = device.parts
  return {
    storage: device.storage,
    now,
    random: (length: number) => dice.bytes(length),
    apiBase: '/api',
    fetch: network.fetchOf(() => device.isConnected, isAlive),
    timeLimit: (ms: number) => {
      const limit = new AbortController()
      clock.after(ms, () => limit.abort())
      return limit.signal
    },
    isOnline: () => device.isConnected,
    wait: (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve)),
    withLock: device.locks.of(owner, isAlive).hold,
    onOtherTabWrote: () => {},
    announce,
  }
}
