import { type FoldedUnits, isSingleToken } from './folded-units.ts'
import type { PlaceInToken } from './token-table.ts'

/** A token of the searched text, and where in an indexed token it must occur. */
export interface TokenPattern {
  readonly units: Uint16Array
  readonly place: PlaceInToken
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
 * Sorts patterns for look-up. Whole tokens come first, because they are found at once. Then long ones, which
 * are on fewer cards.
 */
export function rarestFirst(a: TokenPattern, b: TokenPattern): number {
  return Number(b.place === 'whole') - Number(a.place === 'whole') || b.units.length - a.units.length
}
