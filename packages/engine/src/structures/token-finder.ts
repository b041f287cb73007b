import { textOf } from './folded-units.ts'
import type { TokenGrams } from './token-grams.ts'
import type { TokenPattern } from './token-patterns.ts'
import type { Place, TokenTable } from './token-table.ts'
import { hashUnits } from './unit-hash.ts'

/** Which tokens a substring of text stands in. */
export class TokenFinder {
  private readonly tokens: TokenTable
  private readonly grams: TokenGrams
  /** Tokens found for the latest patterns, for a question goes over its cards in two steps; good for so many tokens. */
  private readonly found = new Map<string, readonly number[]>()
  private foundAmong = 0

  constructor(tokens: TokenTable, grams: TokenGrams) {
    this.tokens = tokens
    this.grams = grams
  }

  /** The token that a text is as a whole; -1 for none. */
  tokenOf(units: Uint16Array): number {
    const record = this.tokens.find(units, 0, units.length, hashUnits(units, 0, units.length))
    return record < 0 ? -1 : this.tokens.at(record)
  }

  /** How many tokens have to be gone over to find those with a substring. */
  effort({ units, place }: TokenPattern): number {
    if (place === 'whole') return 1
    return this.grams.candidates(units, place)?.tokens.length ?? this.tokens.count
  }

  /** The tokens that hold a substring at its place. */
  with({ units: substring, place }: TokenPattern): ArrayLike<number> {
    if (place === 'whole') return [this.tokenOf(substring)].filter((token) => token >= 0)
    const candidates = this.grams.candidates(substring, place)
    if (candidates?.isSure) return candidates.tokens
    return candidates !== null && candidates.tokens.length < FEW_TOKENS
      ? this.holding(substring, place, candidates.tokens)
      : this.holdingAsKnown(substring, place, candidates?.tokens ?? null)
  }

  private holdingAsKnown(substring: Uint16Array, place: Place, among: Uint32Array | null): readonly number[] {
    if (this.foundAmong !== this.tokens.count || this.found.size === MOST_FOUND) this.found.clear()
    this.foundAmong = this.tokens.count
    const key = `${place} ${textOf(substring, 0, substring.length)}`
    const found = this.found.get(key) ?? this.holding(substring, place, among)
    this.found.set(key, found)
    return found
  }

  /** @param among null: all tokens */
  private holding(substring: Uint16Array, place: Place, among: Uint32Array | null): number[] {
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
/** So few are compared in the time that it takes to keep what was found. */
const FEW_TOKENS = 100
