/**
 * Counts real work that takes no virtual time: transactions of the storage, requests inside the server. The
 * world waits for it between two moments, so that the same seed runs the same way on every machine.
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

  /** Resolves when nothing has been running for three turns of the event loop. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 3; ) {
      // Asleep rather than looking again and again: what runs in other threads needs the processor.
      if (this.#running > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
      await new Promise((resolve) => setImmediate(resolve))
      quiet = this.#running === 0 ? quiet + 1 : 0
    }
  }
}
