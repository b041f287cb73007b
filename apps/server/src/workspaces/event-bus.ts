import type { Id } from '@cardinal/domain'
import type { Hint, Store } from '../store/index.ts'

/** Hints of one moment go to other nodes together, in ms. */
const GATHER_FOR = 20

type Hear = (hint: Hint) => void

/** Tells the event streams of this node, and through the store those of the others, what has moved on. */
export class EventBus {
  readonly #store: Store
  readonly #onError: (error: Error) => void
  readonly #hearersByUserId = new Map<Id, Set<Hear>>()
  readonly #waiting = new Map<string, Hint>()
  #timer: NodeJS.Timeout | null = null
  #stopListening: (() => Promise<void>) | null = null

  constructor(store: Store, onError: (error: Error) => void) {
    this.#store = store
    this.#onError = onError
  }

  /** Begins to hear other nodes. */
  async start(): Promise<void> {
    this.#stopListening = await this.#store.listen((hint) => this.#tell(hint))
  }

  /** Says that a workspace has reached a sequence number. Streams of this node hear it through the store, too. */
  publish(hint: Hint): void {
    const key = `${hint.userId} ${hint.workspaceId}`
    const earlier = this.#waiting.get(key)
    if (earlier === undefined || earlier.seq < hint.seq) this.#waiting.set(key, hint)
    this.#timer ??= setTimeout(() => this.#send(), GATHER_FOR)
  }

  /** Hears of one user's workspaces. Returns the way to stop. */
  subscribe(userId: Id, hear: Hear): () => void {
    const hearers = this.#hearersByUserId.get(userId) ?? new Set()
    this.#hearersByUserId.set(userId, hearers)
    hearers.add(hear)
    return () => {
      hearers.delete(hear)
      if (hearers.size === 0) this.#hearersByUserId.delete(userId)
    }
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    await this.#stopListening?.()
  }

  #send(): void {
    this.#timer = null
    const hints = [...this.#waiting.values()]
    this.#waiting.clear()
    this.#store.announce(hints).catch((error: Error) => {
      // Other nodes will find out by themselves; the streams here should not wait for that.
      for (const hint of hints) this.#tell(hint)
      this.#onError(error)
    })
  }

  #tell(hint: Hint): void {
    for (const hear of this.#hearersByUserId.get(hint.userId) ?? []) hear(hint)
  }
}
