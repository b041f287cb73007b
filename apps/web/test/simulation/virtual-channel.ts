import type { Channel, TabMessage } from '../../src/replica/worker/ports.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** Messages between the tabs of one browser, with a delay. */
export class VirtualChannel {
  readonly #clock: VirtualClock
  readonly #listeners = new Map<object, Set<(message: TabMessage) => void>>()

  constructor(clock: VirtualClock) {
    this.#clock = clock
  }

  of(owner: object): Channel {
    const own = new Set<(message: TabMessage) => void>()
    this.#listeners.set(owner, own)
    return {
      post: (message) => {
        this.#clock.after(1, () => {
          for (const [other, listeners] of this.#listeners)
            if (other !== owner) for (const listener of [...listeners]) listener(message)
        })
      },
      listen: (listener) => {
        own.add(listener)
        return () => own.delete(listener)
      },
      close: () => this.free(owner),
    }
  }

  /** Closes the channels of a dead tab. */
  free(owner: object): void {
    this.#listeners.delete(owner)
  }
}
