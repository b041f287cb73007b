interface RoundsOptions {
  /** May return the ms until the next round. */
  readonly run: () => Promise<number | undefined> | Promise<void>
  /** ms from the end of a round to the next one, after a failure and when `run` returns nothing. */
  readonly every: number
  readonly onError: (error: Error) => void
}

/**
 * Repeats a job of this node in the background, one round after the other. Continues after a failed round.
 */
export class Rounds {
  readonly #options: RoundsOptions
  /** Null: not started, running a round, or stopped. */
  #timer: NodeJS.Timeout | null = null
  /** On the clock of `performance.now()`. */
  #dueAt = 0
  #isRunning = false
  #isStopped = false
  /** Resolves at the end of the last round. */
  #round: Promise<void> = Promise.resolve()
  /** The least delay passed to `soon` during the running round. */
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

  /**
   * Starts the next round within `delay` ms. During a round: within `delay` ms of its end. Does nothing before
   * `start`.
   */
  soon(delay: number): void {
    if (this.#isRunning) this.#soon = Math.min(this.#soon, delay)
    else if (this.#timer !== null && performance.now() + delay < this.#dueAt) this.#wait(delay)
  }

  settled(): Promise<void> {
    return this.#round
  }

  /** Starts no more rounds. Resolves when the running one has ended. */
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
