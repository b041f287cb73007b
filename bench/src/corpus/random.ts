/** Random numbers from a seed (mulberry32): the same seed gives the same corpus on every machine. */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  /** 0 up to, but excluding, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 up to, but excluding, `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  /** A rank from 0 up to, but excluding, `end`; the nth is about n times rarer than the first (Zipf, exponent 1). */
  zipf(end: number): number {
    return Math.min(end - 1, Math.floor((end + 1) ** this.next()) - 1)
  }

  lognormal(median: number, sigma: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
    return median * Math.exp(sigma * normal)
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new RangeError('Nothing to pick from')
    return item
  }
}
