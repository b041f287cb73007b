/** What nobody waits for in a transaction, and whether it has failed. */
export class Along {
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

  /** The first failure, as far as is known. */
  get failure(): Error | null {
    return this.#failure
  }

  /** Waits until all of it is done or has failed. */
  async settle(): Promise<void> {
    if (this.#underWay.length === 0) return
    await Promise.all(this.#underWay)
    this.#underWay = []
  }

  /** Forgets all of it, for the next transaction. Gives the first failure. */
  end(): Error | null {
    const failure = this.#failure
    this.#failure = null
    this.#underWay = []
    return failure
  }
}
