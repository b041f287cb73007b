/**
 * ms by which two clocks may differ without a correction. The answer with the server's time took some time to
 * arrive.
 */
const TOLERANCE_MS = 120_000

/**
 * A device's clock, corrected if it differs from the server's by minutes. Times of changes come from it, so that
 * a new card is created "now" on all devices. Days that people write, such as due dates, are the device's own.
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

  /** @param time in the server's latest answer, ms since 1970; NaN: the answer has none */
  learn(time: number): void {
    const difference = time - this.#own()
    if (Math.abs(difference - this.offset) > TOLERANCE_MS)
      this.offset = Math.abs(difference) > TOLERANCE_MS ? difference : 0
  }
}
