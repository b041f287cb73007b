import type { Chance } from './ports.ts'

const SHORTEST_MS = 1_000
const LONGEST_MS = 30_000

/**
 * Exponential backoff with jitter: 1 s, doubling to 30 s. A random part of at least half of it is used, so that
 * devices don't reconnect together. At least the server's `Retry-After`.
 */
export class Backoff {
  readonly #chance: Chance
  #failures = 0

  constructor(chance: Chance) {
    this.#chance = chance
  }

  /** @param asked ms of the server's `Retry-After`; null: none */
  next(asked: number | null): number {
    const longest = Math.min(SHORTEST_MS * 2 ** this.#failures, LONGEST_MS)
    this.#failures++
    const drawn = Math.max(SHORTEST_MS, longest * (0.5 + this.#chance.fraction() / 2))
    return Math.max(drawn, Math.min(asked ?? 0, 10 * LONGEST_MS))
  }

  reset(): void {
    this.#failures = 0
  }
}
