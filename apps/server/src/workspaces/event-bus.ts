import type { Id } from '@cardinal/domain'
import type { Hint, Store } from '../store/index.ts'

/** Hints within this time, in ms, are sent to other nodes together. */
const GATHER_FOR = 20

type Listener = (hint: Hint) => void

/** Sends hints of changes to the event streams of this node, and through the store to other nodes. */
export class EventBus {
  readonly #store: Store
  readonly #onError: (error: Error) => void
  readonly #listenersByUserId = new Map<Id, Set<Listener>>()
  readonly #waiting = new Map<string, Hint>()
  #timer: NodeJS.Timeout | null = null
  #stopListening: (() => Promise<void>) | null = null

  constructor(store: Store, onError: (error: Error) => void) {
    this.#store = store
    this.#onError = onError
  }

  /** Starts listening to other nodes. */
  async start(): Promise<void> {
    this.#stopListening = await this.#store.listen((hint) => this.#tell(hint))
  }

  /**
   * Announces that a workspace has reached a sequence number. Streams of this node receive it through the store, too.
   */
  publish(hint: Hint): void {
    const key = `${hint.userId} ${hint.workspaceId}`
    const earlier = this.#waiting.get(key)
    if (earlier === undefined || earlier.seq < hint.seq) this.#waiting.set(key, hint)
    this.#timer ??= setTimeout(() => this.#send(), GATHER_FOR)
  }

  /** Subscribes to hints of one user. Returns the function that unsubscribes. */
  subscribe(userId: Id, listener: Listener): () => void {
    const listeners = this.#listenersByUserId.get(userId) ?? new Set()
    this.#listenersByUserId.set(userId, listeners)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listenersByUserId.delete(userId)
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
      // Other nodes poll anyway; streams of this node get the hints at once.
      for (const hint of hints) this.#tell(hint)
      this.#onError(error)
    })
  }

  #tell(hint: Hint): void {
    for (const listener of this.#listenersByUserId.get(hint.userId) ?? []) listener(hint)
  }
}
