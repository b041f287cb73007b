/** Difference between two clocks that is left alone, in ms. The answer that tells the server's time was on its way. */
const TOLERANCE_MS = 120_000

/**
 * A device's clock, corrected where it differs from the server's by minutes. Times of changes come from here, so that a
 * card is created now on all devices. Days that people write, such as due dates, follow the device's own calendar.
 */
export class ServerClock {
  readonly #own: () => number
  /** ms to add to the device's clock; 0 within the tolerance. */
  offset: number

  /** @param own ms since 1970 by the device's clock */
  constructor(own: () => number, offset = 0) {
    this.#own = own
    this.offset = offset
  }

  readonly now = (): number => this.#own() + this.offset

  /** @param time of the server, ms since 1970, in an answer that has just come; NaN: it told none */
  learn(time: number): void {
    const difference = time - this.#own()
    if (Math.abs(difference - this.offset) > TOLERANCE_MS)
      this.offset = Math.abs(difference) > TOLERANCE_MS ? difference : 0
  }
}
