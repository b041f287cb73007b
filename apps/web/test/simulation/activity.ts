/**
 * Counts real work that takes no virtual time: transactions of the storage, requests inside the server. The
 * world waits for it between two moments, so that the same seed runs the same way on every machine.
 */
export class Activity {
  #running = 0

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#running++
    try {
      return await work()
    } finally {
      this.#running--
    }
  }

  /** Resolves when nothing has been running for three turns of the event loop. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 3; ) {
      await new Promise((resolve) => setImmediate(resolve))
      quiet = this.#running === 0 ? quiet + 1 : 0
    }
  }
}
