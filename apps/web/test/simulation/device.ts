import { createEngine } from '../../src/replica/engine.ts'
import { forgetCopy, wipeStorage } from '../../src/replica/forget-copies.ts'
import { EventStream } from '../../src/replica/worker/event-stream.ts'
import { HttpNetwork } from '../../src/replica/worker/http-network.ts'
import type { Hint } from '../../src/replica/worker/network.ts'
import type { ReplicaCore } from '../../src/replica/worker/replica-core.ts'
import { ServerClock } from '../../src/replica/worker/server-clock.ts'
import { FallbackStore } from '../../src/replica/worker/store/fallback-store.ts'
import { VERSION } from '../../src/replica/worker/store/idb-schema.ts'
import { type Lost, type OnLost, openIdbStore } from '../../src/replica/worker/store/idb-store.ts'
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
  /** ms by which the device's clock is wrong at first. */
  readonly clockOffset: number
  readonly dice: Dice
  readonly activity: Activity
  readonly network: VirtualNetwork
  readonly saw: Coverage['saw']
  /** Keys of the changes that were passed to the storage. */
  readonly keyOf: WeakMap<object, string>
}

/** A browser. Its disk outlives its tabs. */
export class Device {
  readonly parts: DeviceParts
  readonly storage = new MemoryStorage()
  /** ms by which the device's clock is wrong now. */
  clockOffset: number
  /** Shared by all tabs of the browser. */
  readonly serverClock: ServerClock
  readonly locks = new VirtualLocks()
  readonly channel: VirtualChannel
  readonly tabs: Tab[] = []
  /** Number of tabs opened so far. */
  tabsOpened = 0
  /** Open forms of closed tabs, stored by the browser as drafts for the next tab. */
  readonly drafts: OpenForm[] = []
  isOnline = true
  /** Whether it is switched off for so long that the server removes what others deleted meanwhile. */
  isAway = false
  hasRoom = true
  /** Rows that can be written or deleted before the disk is full. */
  writesWithRoom = Number.POSITIVE_INFINITY
  /** Storage version of the app that new tabs load. */
  version = VERSION
  /** Latest version that any tab has loaded. */
  newestVersion = VERSION

  constructor(parts: DeviceParts) {
    this.parts = parts
    this.clockOffset = parts.clockOffset
    this.serverClock = new ServerClock(() => parts.clock.now() + this.clockOffset)
    this.channel = new VirtualChannel(parts.clock)
  }

  signIn({ accessToken, refreshToken }: { accessToken: string; refreshToken: string }): void {
    const now = () => this.parts.clock.now() + this.clockOffset
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

  hadTab(name: string): boolean {
    return name.startsWith(`${this.parts.name}/`)
  }

  async openTab(): Promise<Tab> {
    if (this.tabs.length > 0) this.parts.saw('second tab')
    return Tab.open(this)
  }

  /**
   * Removes the person's data from this device.
   *
   * @param signsOut the tab that signs out; absent: the browser removes the site's data
   */
  async wipe(signsOut?: Tab): Promise<void> {
    const place = signsOut?.store.place ?? 'device'
    for (const tab of [...this.tabs]) this.kill(tab)
    await this.parts.activity.during(() => wipeStorage({ place }, this.databaseName, this.serverClock.now()))
    this.storage.clear()
    this.drafts.splice(0)
  }

  /** Removes the copies of cards, like the app after the server has ended the session. */
  async forget(): Promise<void> {
    const { activity } = this.parts
    for (const tab of [...this.tabs]) this.kill(tab)
    await activity.during(() => forgetCopy(this.databaseName, this.serverClock.now()))
    this.storage.clear()
  }

  /** Kills a tab between any two steps. */
  kill(tab: Tab): void {
    const index = this.tabs.indexOf(tab)
    if (index >= 0) this.tabs.splice(index, 1)
    this.drafts.push(...tab.forms)
    tab.die()
  }
}

/** A page with its worker. */
export class Tab {
  readonly session: Session
  readonly user: UserReplica
  readonly store: TabStore
  readonly name: string
  /** Acts that are only in this tab's memory. The person was not told that they are saved. */
  readonly inMemory: Act[] = []
  /** Forms that are open in this tab. */
  forms: readonly OpenForm[] = []
  readonly #device: Device
  readonly #life: Life
  readonly #events: EventStream
  #loggedOut = 0
  /** Steps of the storage until the tab dies. */
  fuse = Number.POSITIVE_INFINITY
  /** Rows written or deleted until the tab dies within a transaction. */
  writesLeft = Number.POSITIVE_INFINITY

  private constructor(device: Device, store: TabStore, life: Life) {
    const { clock, dice, network, userId } = device.parts
    this.#device = device
    this.name = `${device.parts.name}/${++device.tabsOpened}`
    this.#life = life
    const isAlive = () => life.isAlive
    const virtual = clock.seenWith(() => device.clockOffset, isAlive)
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
      onServerTime: (time) => device.serverClock.learn(time),
    })
    const ports = {
      clock: { ...virtual, now: device.serverClock.now },
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

  /** Makes a transaction fail, or the tab die in it, if that is due. */
  #endsInside(): void {
    const device = this.#device
    watchWrites(device.databaseName, (transaction) => {
      if (device.writesWithRoom-- === 0) {
        device.parts.saw('no room inside a transaction')
        return false
      }
      if (this.writesLeft-- !== 0) return true
      device.parts.saw('crash inside a transaction')
      // After the current call, so that each of its requests is awaited.
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

  /** ms since the start of the story */
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

  /** Call it when the tab's memory was moved to the device, or all of it was sent. */
  keptAll(): void {
    for (const act of this.inMemory.splice(0)) act.isStored = true
  }

  /** How often this tab was told that the session has ended. */
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

/** Lifetime of a tab. */
interface Life {
  isAlive: boolean
  step: () => void
  placeChanged: () => void
}

/** Opens the device's storage like the app. */
function storeOf(device: Device, life: Life): Promise<TabStore> {
  const { databaseName, version } = device
  const { clock, activity, saw } = device.parts
  const isAlive = () => life.isAlive
  device.newestVersion = Math.max(device.newestVersion, version)
  const openDisk = async (onLost: OnLost) => {
    const lose: OnLost = (why, remains) => {
      if (life.isAlive) onLost(why, remains && activity.during(() => remains))
    }
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
    clock: clock.seenWith(() => device.clockOffset, isAlive),
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
