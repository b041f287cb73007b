/**
 * Counts work that takes real time: transactions of the storage, requests inside of the server. The world waits
 * for it before it advances the virtual clock, so that a seed gives the same story on every machine.
 */
export class Activity {
  #running = 0
  #waiting: (() => void)[] = []

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#running++
    try {
      return await work()
    } finally {
      this.#running--
      if (this.#running === 0) for (const go of this.#waiting.splice(0)) go()
    }
  }

  /** Resolves when no work was running for three turns of the event loop. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 3; ) {
      // Waits without polling, because other threads need the processor.
      if (this.#running > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
      await new Promise((resolve) => setImmediate(resolve))
      quiet = this.#running === 0 ? quiet + 1 : 0
    }
  }
}
