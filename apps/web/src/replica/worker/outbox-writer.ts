import { withCalls } from './load-wire.ts'
import { type Clock, pause } from './ports.ts'
import type { MadeEntry, ReplicaStore } from './store/store.ts'

/** ms after which a failed write of an entry is retried. */
const RETRY_AFTER_MS = 5_000

/**
 * Stores entries in order. Entries stay in `unstored` until their transaction is complete. An entry never
 * replaces an earlier one, which may be another tab's with a text that this tab has not shown.
 */
export class OutboxWriter {
  readonly #store: ReplicaStore
  readonly #clock: Clock
  readonly #onStored: () => Promise<void>
  readonly #onTrouble: (isFull: boolean) => void
  readonly #makeRoom: () => Promise<void>
  #unstored: readonly MadeEntry[] = []
  #writing: Promise<void> | null = null
  #waiters: { readonly keys: ReadonlySet<string>; readonly done: () => void }[] = []

  /**
   * @param onStored must not reject; entries leave `unstored` after it, so that they are shown without
   *   interruption
   */
  constructor(parts: {
    store: ReplicaStore
    clock: Clock
    onStored: () => Promise<void>
    onTrouble: (isFull: boolean) => void
    makeRoom: () => Promise<void>
  }) {
    this.#store = parts.store
    this.#clock = parts.clock
    this.#onStored = parts.onStored
    this.#onTrouble = parts.onTrouble
    this.#makeRoom = parts.makeRoom
  }

  get unstored(): readonly MadeEntry[] {
    return this.#unstored
  }

  /** Resolves when all entries are stored on the device. */
  add(entries: readonly MadeEntry[]): Promise<void> {
    this.#unstored = [...this.#unstored, ...entries]
    const keys = new Set(entries.map(({ key }) => key))
    const stored = new Promise<void>((done) => {
      this.#waiters.push({ keys, done })
    })
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null
    })
    return stored
  }

  async #writeAll(): Promise<void> {
    while (this.#unstored.length > 0) {
      const batch = this.#unstored
      const entries = await withCalls(batch).catch(() => null)
      if (entries === null) {
        await pause(this.#clock, RETRY_AFTER_MS) // The script with the calls could not be fetched.
        continue
      }
      try {
        await this.#store.enqueue(entries)
        this.#onTrouble(false)
      } catch (failure) {
        if (isClosed(failure)) return
        this.#onTrouble(true)
        await this.#makeRoom()
        await pause(this.#clock, RETRY_AFTER_MS)
        continue
      }
      await this.#onStored()
      const written = new Set(batch.map(({ key }) => key))
      this.#unstored = this.#unstored.filter(({ key }) => !written.has(key))
      const isStored = (keys: ReadonlySet<string>) => [...keys].every((key) => written.has(key))
      const ready = this.#waiters.filter(({ keys }) => isStored(keys))
      this.#waiters = this.#waiters.filter(({ keys }) => !isStored(keys))
      for (const { done } of ready) done()
    }
  }
}

function isClosed(failure: unknown): boolean {
  return failure instanceof Error && failure.name === 'InvalidStateError'
}
