/** Thrown in the middle of a question when its slice of time is over. */
class SliceEnded extends Error {}

/**
 * The end of the slice of time in which a question scans texts. It is checked after each step whose result is
 * cached. A question that was stopped thus gets further when it is asked again.
 */
export class SliceEnd {
  private isOver: (() => boolean) | null = null

  /** Whether the present question may be stopped. */
  get isSet(): boolean {
    return this.isOver !== null
  }

  /** Stops the question when its slice is over. Call it only after work whose result is cached. */
  check(): void {
    if (this.isOver?.() === true) throw new SliceEnded()
  }

  /** Runs a question until it is answered, or until the slice is over: null. */
  run<T>(isOver: () => boolean, question: () => T): { readonly answer: T } | null {
    this.isOver = isOver
    try {
      return { answer: question() }
    } catch (error) {
      if (error instanceof SliceEnded) return null
      throw error
    } finally {
      this.isOver = null
    }
  }
}
