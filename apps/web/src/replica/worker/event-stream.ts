import { Backoff } from './backoff.ts'
import type { Hint, Network } from './network.ts'
import { pause, type ReplicaPorts } from './ports.ts'

/** Keeps the event stream open in one visible tab of the browser. Visible tabs queue for the lock. */
export class EventStream {
  readonly #userId: string
  readonly #network: Network
  readonly #ports: ReplicaPorts
  readonly #onHint: (hint: Hint) => void
  #life: AbortController | null = null

  constructor(parts: {
    userId: string
    network: Network
    ports: ReplicaPorts
    onHint: (hint: Hint) => void
  }) {
    this.#userId = parts.userId
    this.#network = parts.network
    this.#ports = parts.ports
    this.#onHint = parts.onHint
  }

  setVisible(isVisible: boolean): void {
    if (!isVisible) {
      this.#life?.abort()
      this.#life = null
    } else if (this.#life === null) {
      this.#life = new AbortController()
      this.#keepOpen(this.#life.signal)
    }
  }

  async #keepOpen(signal: AbortSignal): Promise<void> {
    const backoff = new Backoff(this.#ports.chance)
    const stream = async () => {
      while (!signal.aborted) {
        const opened = this.#ports.clock.now()
        const wasOpen = await this.#network.events(this.#onHint, signal)
        // Backoff grows only if the stream breaks soon after it was opened, or can't be opened.
        if (wasOpen && this.#ports.clock.now() - opened > STABLE_AFTER_MS) backoff.reset()
        if (!signal.aborted) await pause(this.#ports.clock, backoff.next(null))
      }
    }
    try {
      await this.#ports.locks.hold(`cardinal-events-${this.#userId}`, stream, signal)
    } catch {
      // The tab was hidden while it waited for the lock.
    }
  }
}

/** ms after which a stream counts as stable. */
const STABLE_AFTER_MS = 10_000
