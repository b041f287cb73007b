import type { Id } from '@cardinal/domain'
import { isStorageFull } from '../../indexed-db.ts'
import type { Clock } from '../ports.ts'
import type { IdbStore } from './idb-store.ts'
import { MemoryStore } from './memory-store.ts'
import type { CopyState, NewEntry, Remains, ReplicaStore, StorePlace } from './store.ts'

/** ms after which a full disk is tried again. */
const RETRY_AFTER_MS = 5_000

type Act<T> = (store: ReplicaStore) => Promise<T>

/** Calls that are the same on the disk and in memory. */
type Forwarded = Exclude<keyof ReplicaStore, 'place' | 'read' | 'enqueue' | 'close'>

/**
 * The disk, or this tab's memory when the disk fails, so that each change is stored where it will be sent from.
 *
 * - The connection is lost (a newer release upgraded the stores, or the site's data was removed): memory, until
 *   the tab is closed. It starts with the outbox as last read, which may no longer exist elsewhere. If it does,
 *   both send it, and keys make each change count once.
 * - The disk is full: memory, until there is room; then its entries move to the disk.
 *
 * Pulled rows are only shown, not stored: a tab without a disk continues from its cursor.
 */
export class FallbackStore implements ReplicaStore {
  readonly #disk: IdbStore
  readonly #clock: Clock
  readonly #onChange: () => void
  #memory: MemoryStore | null = null
  #place: StorePlace = 'device'
  /** The state that this tab read last, and its workspace. */
  #seen: CopyState = {
    meta: undefined,
    batches: [],
    isDamaged: false,
    outbox: [],
    rejected: [],
    account: undefined,
  }
  #workspaceId: Id = ''
  /**
   * Whether the next read must return all batches, because batches in memory and on the disk are numbered
   * differently.
   */
  #readsAll = false
  /** Other calls wait until entries have moved from memory to the disk. */
  #moving: Promise<void> = Promise.resolve()
  #isClosed = false

  /** @param onChange called when `place` has changed */
  constructor(disk: IdbStore, clock: Clock, onChange: () => void) {
    this.#disk = disk
    this.#clock = clock
    this.#onChange = onChange
  }

  get place(): StorePlace {
    return this.#place
  }

  /**
   * Called when the connection to the disk is lost: uses memory from now on.
   *
   * @param remains last state of the disk, with what a restored server must get before anything new
   */
  lose(remains: Promise<Remains> | undefined): void {
    if (this.#isClosed) return
    const found = remains?.catch(() => undefined)
    this.#moving = this.#moving.then(async () => void this.#toMemory('memory', await found))
  }

  async read(workspaceId: Id, generation: string | null, afterBatch: number): Promise<CopyState> {
    const isDisk = () => this.#memory === null
    const state = await this.#run(async (store) => {
      const after = this.#readsAll && isDisk() ? 0 : afterBatch
      const found = await store.read(workspaceId, generation, after)
      // Until the disk has a batch, the tab's last batch number is one of its memory.
      if (isDisk() && generation !== null && found.batches.length > 0) this.#readsAll = false
      return found
    })
    this.#seen = state
    this.#workspaceId = workspaceId
    return state
  }

  async enqueue(entries: readonly NewEntry[]): Promise<void> {
    await this.#run((store) => store.enqueue(entries))
    // The connection was lost while they were written. They may be on the disk, which this tab can no longer read.
    await this.#memory?.enqueue(entries)
  }

  readonly readSlice = this.#wherever('readSlice')
  readonly writeSlice = this.#wherever('writeSlice')
  readonly finishLoad = this.#wherever('finishLoad')
  readonly appendBatch = this.#wherever('appendBatch')
  readonly rejectUnreadable = this.#wherever('rejectUnreadable')
  readonly claim = this.#wherever('claim')
  readonly outbox = this.#wherever('outbox')
  readonly waiting = this.#wherever('waiting')
  readonly settle = this.#wherever('settle')
  readonly history = this.#wherever('history')
  readonly repeatSent = this.#wherever('repeatSent')
  readonly forgetSent = this.#wherever('forgetSent')
  readonly retryRejected = this.#wherever('retryRejected')
  readonly discardRejected = this.#wherever('discardRejected')
  readonly makeRoom = this.#wherever('makeRoom')
  readonly writeAccount = this.#wherever('writeAccount')

  close(): void {
    this.#isClosed = true
    this.#disk.close()
  }

  #wherever<Name extends Forwarded>(name: Name): ReplicaStore[Name] {
    const call = (...args: never[]) =>
      this.#run<unknown>((store) => (store[name] as (...args: never[]) => Promise<unknown>)(...args))
    return call as ReplicaStore[Name]
  }

  async #run<T>(act: Act<T>): Promise<T> {
    await this.#moving
    if (this.#memory !== null) return act(this.#memory)
    try {
      return await act(this.#disk)
    } catch (failure) {
      if (this.#isClosed) throw failure
      if (isStorageFull(failure)) return this.#runInMemory(act)
      if (!isGone(failure)) throw failure
      await this.#moving // Reads what is left of the disk.
      return act(this.#toMemory('memory'))
    }
  }

  /**
   * Frees room on the disk by removing rows that can be loaded again, and tries once more. If that fails, acts in
   * memory.
   */
  async #runInMemory<T>(act: Act<T>): Promise<T> {
    try {
      await this.#disk.makeRoom(this.#workspaceId)
      return await act(this.#disk)
    } catch (failure) {
      if (!isStorageFull(failure) && !isGone(failure)) throw failure
      return act(this.#toMemory(isStorageFull(failure) ? 'full' : 'memory'))
    }
  }

  #toMemory(place: 'memory' | 'full', remains: Remains = this.#seen): MemoryStore {
    const memory = this.#memory ?? new MemoryStore(remains)
    const hasChanged = this.#place !== place && this.#place !== 'memory'
    this.#memory = memory
    if (hasChanged) {
      this.#place = place
      if (place === 'full') this.#tryDiskLater()
      this.#onChange()
    }
    return memory
  }

  #tryDiskLater(): void {
    this.#clock.after(RETRY_AFTER_MS, () => {
      if (this.#place !== 'full' || this.#isClosed) return
      const move = this.#moving.then(() => this.#moveToDisk())
      this.#moving = move.catch(() => {})
      move.catch((failure) => {
        if (isGone(failure)) this.#toMemory('memory')
        else this.#tryDiskLater()
      })
    })
  }

  async #moveToDisk(): Promise<void> {
    const memory = this.#memory
    if (memory === null) return
    await this.#disk.adopt(memory.contents())
    this.#memory = null
    this.#place = 'device'
    this.#readsAll = true
    this.#onChange()
  }
}

/** Whether an error means that the connection is closed, by us or by the browser, or that the disk is unreadable. */
function isGone(failure: unknown): boolean {
  const name = failure instanceof DOMException ? failure.name : ''
  return name === 'InvalidStateError' || name === 'AbortError' || name === 'UnknownError'
}
