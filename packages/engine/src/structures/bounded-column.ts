/**
 * A number for each ordinal, with the minimum and maximum of each block of 32. A search for the first few
 * cards of an order skips blocks that can't contain one of them.
 *
 * Invariant: free ordinals hold NaN, and the bounds are exact. An empty block has the bounds Infinity and
 * -Infinity.
 */
export class BoundedColumn {
  values: Float64Array
  least: Float64Array
  greatest: Float64Array

  /** @param room capacity in ordinals; a multiple of 32 */
  constructor(room: number) {
    this.values = new Float64Array(room).fill(Number.NaN)
    this.least = new Float64Array(room >>> 5).fill(Number.POSITIVE_INFINITY)
    this.greatest = new Float64Array(room >>> 5).fill(Number.NEGATIVE_INFINITY)
  }

  set(ordinal: number, value: number): void {
    const block = ordinal >>> 5
    const before = this.values[ordinal] as number
    this.values[ordinal] = value
    if (before === this.least[block] || before === this.greatest[block]) this.bound(block)
    else this.widen(block, value)
  }

  free(ordinal: number): void {
    this.values[ordinal] = Number.NaN
    this.bound(ordinal >>> 5)
  }

  /** Copies the column with capacity for more ordinals. */
  resized(room: number): BoundedColumn {
    const column = new BoundedColumn(room)
    column.values.set(this.values)
    column.least.set(this.least)
    column.greatest.set(this.greatest)
    return column
  }

  private bound(block: number): void {
    this.least[block] = Number.POSITIVE_INFINITY
    this.greatest[block] = Number.NEGATIVE_INFINITY
    for (let ordinal = block << 5; ordinal < (block + 1) << 5; ordinal++)
      this.widen(block, this.values[ordinal] as number)
  }

  /** Widens the bounds of a block. NaN widens nothing. */
  private widen(block: number, value: number): void {
    if (value < (this.least[block] as number)) this.least[block] = value
    if (value > (this.greatest[block] as number)) this.greatest[block] = value
  }
}
