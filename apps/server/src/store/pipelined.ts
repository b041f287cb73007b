/** Pipelined writes of a transaction: not awaited one by one; the first failure is kept. */
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

  get failure(): Error | null {
    return this.#failure
  }

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
