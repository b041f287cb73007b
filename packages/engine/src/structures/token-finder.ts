import { textOf } from './folded-units.ts'
import type { TokenGrams } from './token-grams.ts'
import type { TokenPattern } from './token-patterns.ts'
import type { PlaceInToken, TokenTable } from './token-table.ts'
import { hashUnits } from './unit-hash.ts'

/** Finds the tokens that contain a substring. */
export class TokenFinder {
  private readonly tokens: TokenTable
  private readonly grams: TokenGrams
  /**
   * Cached tokens of the latest patterns, because a question looks each pattern up twice. Valid while the
   * table has `foundAmong` tokens.
   */
  private readonly found = new Map<string, readonly number[]>()
  private foundAmong = 0

  constructor(tokens: TokenTable, grams: TokenGrams) {
    this.tokens = tokens
    this.grams = grams
  }

  /** Returns the token that equals a text, or -1. */
  tokenOf(units: Uint16Array): number {
    const record = this.tokens.find(units, 0, units.length, hashUnits(units, 0, units.length))
    return record < 0 ? -1 : this.tokens.at(record)
  }

  /** Returns how many tokens must be visited to find a pattern. */
  effort({ units, place }: TokenPattern): number {
    if (place === 'whole') return 1
    return this.grams.candidates(units, place)?.length ?? this.tokens.count
  }

  /** Returns the tokens that match a pattern. */
  with({ units: substring, place }: TokenPattern): ArrayLike<number> {
    if (place === 'whole') return [this.tokenOf(substring)].filter((token) => token >= 0)
    const candidates = this.grams.candidates(substring, place)
    return candidates !== null && candidates.length < FEW_TOKENS
      ? this.holding(substring, place, candidates)
      : this.holdingAsKnown(substring, place, candidates)
  }

  private holdingAsKnown(
    substring: Uint16Array,
    place: PlaceInToken,
    among: Uint32Array | null,
  ): readonly number[] {
    if (this.foundAmong !== this.tokens.count || this.found.size === MOST_FOUND) this.found.clear()
    this.foundAmong = this.tokens.count
    const key = `${place} ${textOf(substring, 0, substring.length)}`
    const found = this.found.get(key) ?? this.holding(substring, place, among)
    this.found.set(key, found)
    return found
  }

  /** @param among null: all tokens */
  private holding(substring: Uint16Array, place: PlaceInToken, among: Uint32Array | null): number[] {
    const found: number[] = []
    const count = among?.length ?? this.tokens.count
    for (let i = 0; i < count; i++) {
      const token = among === null ? i : (among[i] as number)
      if (this.tokens.holds(token, substring, place)) found.push(token)
    }
    return found
  }
}

const MOST_FOUND = 8
/** Comparing so few tokens takes no longer than caching the result. */
const FEW_TOKENS = 100
