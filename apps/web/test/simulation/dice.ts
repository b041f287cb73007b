import type { Chance } from '../../src/replica/worker/ports.ts'

/** Random numbers from a seed (mulberry32). */
export class Dice implements Chance {
  #state: number

  constructor(seed: number) {
    this.#state = (seed * 0x9e3779b1) >>> 0
  }

  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.upTo(256))
  }

  /** From 0 to below `end`. */
  upTo(end: number): number {
    return Math.floor(this.fraction() * end)
  }

  between(low: number, high: number): number {
    return low + this.upTo(high - low + 1)
  }

  isLuckyIn(chance: number): boolean {
    return this.fraction() < chance
  }

  /** @throws for an empty list */
  pick<T>(items: readonly T[]): T {
    const item = items[this.upTo(items.length)]
    if (item === undefined) throw new Error('Nothing to pick from.')
    return item
  }

  /** At most `most` different items. */
  some<T>(items: readonly T[], most: number): T[] {
    const rest = [...items]
    const picked: T[] = []
    for (let i = this.between(1, most); i > 0 && rest.length > 0; i--)
      picked.push(...rest.splice(this.upTo(rest.length), 1))
    return picked
  }
}
