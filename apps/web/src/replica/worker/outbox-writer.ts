import { type Clock, pause } from './ports.ts'
import type { NewEntry, ReplicaStore, StoredEntry } from './store/store.ts'

/** How long to wait before an entry that found no room is written again, in ms. */
const RETRY = 5_000

/**
 * Writes what a person does to the device, in order. What is not there yet is in `unstored`; an entry leaves
 * it only when its transaction is complete.
 */
export class OutboxWriter {
  readonly #store: ReplicaStore
  readonly #clock: Clock
  readonly #onStored: () => Promise<void>
  readonly #onTrouble: (isFull: boolean) => void
  readonly #makeRoom: () => Promise<void>
  #unstored: readonly NewEntry[] = []
  #writing: Promise<void> | null = null
  #waiters: { readonly keys: ReadonlySet<string>; readonly done: () => void }[] = []

  /** @param onStored must not reject; the entries leave `unstored` after it, so that they are shown all along */
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

  get unstored(): readonly NewEntry[] {
    return this.#unstored
  }

  /** Resolves when all of them are on the device. */
  add(entries: readonly NewEntry[], outbox: () => readonly StoredEntry[]): Promise<void> {
    this.#unstored = [...this.#unstored, ...entries]
    const keys = new Set(entries.map(({ key }) => key))
    const stored = new Promise<void>((done) => {
      this.#waiters.push({ keys, done })
    })
    this.#writing ??= this.#writeAll(outbox).finally(() => {
      this.#writing = null
    })
    return stored
  }

  async #writeAll(outbox: () => readonly StoredEntry[]): Promise<void> {
    while (this.#unstored.length > 0) {
      const batch = this.#unstored
      try {
        await writeOrAmend(this.#store, batch, outbox())
        this.#onTrouble(false)
      } catch (failure) {
        if (isClosed(failure)) return
        this.#onTrouble(true)
        await this.#makeRoom()
        await pause(this.#clock, RETRY)
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

/** An edit of a content that was not sent yet takes the newer text on, so that a card is edited once in a push. */
async function writeOrAmend(
  store: ReplicaStore,
  batch: readonly NewEntry[],
  outbox: readonly StoredEntry[],
): Promise<void> {
  let rest: NewEntry[] = []
  for (const entry of batch) {
    const earlier = rest.length === 0 ? amendable(outbox, entry) : undefined
    if (earlier === undefined || !(await store.amend(earlier.n, continued(earlier, entry))))
      rest = [...rest, entry]
  }
  if (rest.length > 0) await store.enqueue(rest)
}

/** The last entry, when it is an unsent edit of the same content. Only the last: nothing may be overtaken. */
function amendable(outbox: readonly StoredEntry[], entry: NewEntry): StoredEntry | undefined {
  const last = outbox.at(-1)
  if (entry.mutation.name !== 'setCardContent' || last?.mutation.name !== 'setCardContent') return undefined
  return last.attempts === 0 && last.mutation.args.cardId === entry.mutation.args.cardId ? last : undefined
}

/** The newer text, standing on what the older edit began from. */
function continued(earlier: StoredEntry, entry: NewEntry): Pick<NewEntry, 'mutation' | 'call' | 'at'> {
  const { mutation, at } = entry
  if (mutation.name !== 'setCardContent' || earlier.mutation.name !== 'setCardContent') return entry
  const args = { ...mutation.args, baseSeq: earlier.mutation.args.baseSeq }
  const body = { ...(entry.call.body as object), base_seq: args.baseSeq }
  return { mutation: { name: 'setCardContent', args }, call: { ...entry.call, body }, at }
}

function isClosed(failure: unknown): boolean {
  return failure instanceof Error && failure.name === 'InvalidStateError'
}
