/** The queue is full: the request is refused. */
export class LaneFull extends Error {}

/**
 * Runs one piece of work at a time, in turns between lanes (round-robin). A network with many requests waits in its own
 * lane; the next request of another network waits for at most one piece of each lane.
 */
export class Lanes {
  readonly #perLane: number
  readonly #inAll: number
  /** Lanes in round-robin order. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #count = 0
  #isBusy = false

  /**
   * @param perLane pieces that may wait in one lane
   * @param inAll pieces that may wait in all lanes together
   */
  constructor(perLane: number, inAll: number) {
    this.#perLane = perLane
    this.#inAll = inAll
  }

  /** @throws LaneFull where too many wait already */
  async run<T>(lane: string, work: () => Promise<T>): Promise<T> {
    if (this.#isBusy) await this.#turnOf(lane)
    this.#isBusy = true
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  #turnOf(lane: string): Promise<void> {
    const others = this.#waiting.get(lane) ?? []
    if (others.length >= this.#perLane || this.#count >= this.#inAll) throw new LaneFull()
    this.#count++
    return new Promise((resolve) => this.#waiting.set(lane, [...others, resolve]))
  }

  /** Moves the lane to the end. It stays busy between two pieces of work, so that no other work starts in between. */
  #next(): void {
    const [first] = this.#waiting
    if (first === undefined) {
      this.#isBusy = false
      return
    }
    const [lane, [start, ...rest]] = first
    this.#waiting.delete(lane)
    if (rest.length > 0) this.#waiting.set(lane, rest)
    this.#count--
    start?.()
  }
}
