interface RoundsOptions {
  /** One round. It may return the ms until the next one. */
  readonly run: () => Promise<number | undefined> | Promise<void>
  /** ms from the end of a round to the next one, where the round does not say and after a failure. */
  readonly every: number
  readonly onError: (error: Error) => void
}

/** Repeats a job of this node in the background, one round after the other. A failed round does not end the series. */
export class Rounds {
  readonly #options: RoundsOptions
  /** Null: the series has not started, a round is running, or it was stopped. */
  #timer: NodeJS.Timeout | null = null
  /** By `performance.now()`. */
  #dueAt = 0
  #isRunning = false
  #isStopped = false
  /** Resolves at the end of the last round. */
  #round: Promise<void> = Promise.resolve()
  /** ms asked for while a round was running. */
  #soon = Number.POSITIVE_INFINITY

  constructor(options: RoundsOptions) {
    this.#options = options
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  /** @param delay ms until the first round */
  start(delay: number): void {
    if (!this.#isStopped) this.#wait(delay)
  }

  /** The next round begins in `delay` ms at the latest, or so long after the running one. Does nothing before the start. */
  soon(delay: number): void {
    if (this.#isRunning) this.#soon = Math.min(this.#soon, delay)
    else if (this.#timer !== null && performance.now() + delay < this.#dueAt) this.#wait(delay)
  }

  /** Resolves when no round is running. */
  settled(): Promise<void> {
    return this.#round
  }

  /** Begins no other round from now on, and resolves when the running one is over. */
  stop(): Promise<void> {
    this.#isStopped = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    return this.#round
  }

  #wait(delay: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#dueAt = performance.now() + delay
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#round = this.#run()
    }, delay).unref()
  }

  async #run(): Promise<void> {
    const { run, every, onError } = this.#options
    this.#isRunning = true
    this.#soon = Number.POSITIVE_INFINITY
    const next = await run().catch(onError)
    this.#isRunning = false
    if (!this.#isStopped) this.#wait(Math.min(next ?? every, this.#soon))
  }
}
