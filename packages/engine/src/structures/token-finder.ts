import { type FoldedUnits, isSingleToken, textOf } from './folded-units.ts'
import type { TokenGrams } from './token-grams.ts'
import type { Place, TokenTable } from './token-table.ts'

/** Finds the tokens that contain a substring. */
export class TokenFinder {
  private readonly tokens: TokenTable
  private readonly grams: TokenGrams
  /**
   * Tokens of the latest patterns, because a question visits its cards in two steps. Valid for this many
   * tokens.
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
/** Comparing so few tokens takes no longer than caching the result. */
const FEW_TOKENS = 100

/** A token of the searched text, and where in an indexed token it must occur. */
export interface TokenPattern {
  readonly units: Uint16Array
  readonly place: Place
}

/** Splits a folded search text into patterns, in order. */
export function tokenPatternsOf({
  units: shared,
  length,
  tokenCount,
  tokenStarts,
  tokenEnds,
}: FoldedUnits): TokenPattern[] {
  const units = shared.slice(0, length)
  const patterns: TokenPattern[] = []
  for (let token = 0; token < tokenCount; token++) {
    const start = tokenStarts[token] as number
    const end = tokenEnds[token] as number
    const isSingle = isSingleToken(units[start] as number)
    const isOpenBefore = start === 0 && !isSingle
    const isOpenBehind = end === length && !isSingle
    const place = isOpenBefore ? (isOpenBehind ? 'anywhere' : 'end') : isOpenBehind ? 'start' : 'whole'
    patterns.push({ units: units.subarray(start, end), place })
  }
  return patterns
}

/**
 * Orders patterns. Whole tokens come first, because they are found at once. Then long ones, which are on fewer cards.
 */
export function rarestFirst(a: TokenPattern, b: TokenPattern): number {
  return Number(b.place === 'whole') - Number(a.place === 'whole') || b.units.length - a.units.length
}

/** Returns a hash of some UTF-16 units, built up by `hashUnit` from `EMPTY_HASH`, then made ready by `finishHash`. */
export function hashUnits(units: Uint16Array, start: number, end: number): number {
  let hash = EMPTY_HASH
  for (let i = start; i < end; i++) hash = hashUnit(hash, units[i] as number)
  return finishHash(hash)
}

export const EMPTY_HASH = 0x11c9dc5

/** Hashes units by FNV-1a. */
export function hashUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193)
}

/** Mixes the upper bits into the lower ones, which choose the bucket. */
export function finishHash(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return mixed ^ (mixed >>> 13)
}
