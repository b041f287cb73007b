import type { Chance } from './ports.ts'

const SHORTEST = 1_000
const LONGEST = 30_000

/**
 * How long to wait after failures in a row: 1 s doubling to 30 s, and of that between a half and the whole
 * by chance, so that devices that were cut off together don't come back together. The server's own word
 * about when to come back is a lower bound.
 */
export class Backoff {
  readonly #chance: Chance
  #failures = 0

  constructor(chance: Chance) {
    this.#chance = chance
  }

  /** @param asked what the server asked for, in ms */
  next(asked: number | null): number {
    const whole = Math.min(SHORTEST * 2 ** this.#failures, LONGEST)
    this.#failures++
    const drawn = Math.max(SHORTEST, whole * (0.5 + this.#chance.fraction() / 2))
    return Math.max(drawn, Math.min(asked ?? 0, 10 * LONGEST))
  }

  reset(): void {
    this.#failures = 0
  }
}
