import { addAll, addCommon, type Bits, bitsFor } from './bits.ts'
import { textOf } from './folded-units.ts'
import { PostingLists } from './posting-lists.ts'
import type { TokenFinder } from './token-finder.ts'
import type { TokenPattern } from './token-patterns.ts'

/** The cards of each token. */
export class TokenPostings {
  private readonly finder: TokenFinder
  private readonly lists = new PostingLists()
  /**
   * Cached cards of the latest patterns that many tokens match, until a list changes. After each key press,
   * several questions ask about the same text.
   */
  private readonly unions = new Map<string, Bits>()

  constructor(finder: TokenFinder) {
    this.finder = finder
  }

  add(token: number, ordinal: number, capacity: number): void {
    if (this.unions.size > 0) this.unions.clear()
    this.lists.add(token, ordinal, capacity)
  }

  remove(token: number, ordinal: number): void {
    this.unions.clear()
    this.lists.remove(token, ordinal)
  }

  size(token: number): number {
    return this.lists.size(token)
  }

  list(token: number): Uint32Array {
    return this.lists.list(token)
  }

  /**
   * Adds the cards with a token that matches a pattern to a bitmap.
   *
   * @param within skips other ordinals unless it is null; as long as the bitmap
   */
  addTo(bits: Bits, pattern: TokenPattern, within: Bits | null = null): void {
    const union = this.unionOf(pattern, bits.length * 32)
    if (union === null) this.addTokensTo(bits, pattern, within)
    else if (within === null) addAll(bits, union)
    else addCommon(bits, union, within)
  }

  addToken(bits: Bits, token: number, within: Bits): void {
    this.lists.addTo(bits, token, within)
  }

  /** Grows the lists ahead of need, so that the next change doesn't have to. */
  makeRoom(): void {
    this.lists.makeRoom()
  }

  /** Returns whether more than half of the first `tokens` tokens are on no card. */
  areMostEmpty(tokens: number): boolean {
    return this.lists.areMostEmpty(tokens)
  }

  approximateBytes(): number {
    return this.lists.approximateBytes()
  }

  /** Returns the cards of a pattern that many tokens match; null for another one. */
  private unionOf(pattern: TokenPattern, capacity: number): Bits | null {
    if (this.finder.effort(pattern) < MANY_TOKENS) return null
    const key = `${pattern.place} ${textOf(pattern.units, 0, pattern.units.length)}`
    const known = this.unions.get(key)
    if (known !== undefined) return known
    const union = bitsFor(capacity)
    this.addTokensTo(union, pattern, null)
    if (this.unions.size === MOST_UNIONS) this.unions.clear()
    this.unions.set(key, union)
    return union
  }

  private addTokensTo(bits: Bits, pattern: TokenPattern, within: Bits | null): void {
    const tokens = this.finder.with(pattern)
    for (let i = 0; i < tokens.length; i++) this.lists.addTo(bits, tokens[i] as number, within)
  }
}

/** Adding fewer lists is quicker than making and caching a bitmap. */
const MANY_TOKENS = 500
const MOST_UNIONS = 8
