/** The pipelined writes of a transaction: nobody awaits them one by one, and the first failure is kept. */
export class Pipelined {
  #underWay: Promise<unknown>[] = []
  #failure: Error | null = null

  /** @param write a statement, or several with what makes them */
  add(write: Promise<unknown>): void {
    this.#underWay.push(
      write.catch((error: Error) => {
        this.#failure ??= error
      }),
    )
  }

  /** The first failure known so far. */
  get failure(): Error | null {
    return this.#failure
  }

  /** Waits until every pipelined write has ended. */
  async settle(): Promise<void> {
    if (this.#underWay.length === 0) return
    await Promise.all(this.#underWay)
    this.#underWay = []
  }

  /** Resets for the next transaction and returns the first failure. */
  end(): Error | null {
    const failure = this.#failure
    this.#failure = null
    this.#underWay = []
    return failure
  }
}
