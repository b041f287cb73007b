import type { SliceEnd } from './slice-end.ts'
import { SortedListPool } from './sorted-list-pool.ts'
import type { PlaceInToken, TokenTable } from './token-table.ts'

/**
 * Finds tokens by their grams: pairs and triples of units, with the token's ends marked. Grams share hashed
 * buckets; a collision only costs a comparison.
 *
 * Tokens are added at the first search or by `flush`, because adding many at once takes a fraction of the
 * time. While there are few tokens, there are no buckets: all tokens are compared.
 */
export class TokenGrams {
  private readonly tokenIds = new SortedListPool()
  private readonly tokens: TokenTable
  private readonly sliceEnd: SliceEnd
  /** The first token that isn't added yet. */
  private indexed = 0

  constructor(tokens: TokenTable, sliceEnd: SliceEnd) {
    this.tokens = tokens
    this.sliceEnd = sliceEnd
  }

  /** Returns the tokens to compare for a substring; null: all. */
  candidates(substring: Uint16Array, place: PlaceInToken): Uint32Array | null {
    const codes = codesWithEnds(substring, place)
    const count = Math.min(codes.length, MOST_GRAMS)
    if (count < 2 || this.tokens.count < FEW_TOKENS) return null
    this.listAll()
    let rarest = -1
    let fewest = Number.POSITIVE_INFINITY
    for (let i = Math.min(count, 3) - 1; i < count; i++) {
      const first = i < 2 ? NO_CODE : (codes[i - 2] as number)
      const list = bucket(first, codes[i - 1] as number, codes[i] as number)
      const size = this.tokenIds.size(list)
      if (size >= fewest) continue
      fewest = size
      rarest = list
      if (size === 0) break
    }
    return this.tokenIds.list(rarest)
  }

  /** Adds some of the deferred tokens, for a few ms. False: there were none. */
  flush(): boolean {
    const { count } = this.tokens
    if (count < FEW_TOKENS || this.indexed === count) {
      this.tokenIds.makeRoom()
      return false
    }
    this.list(Math.min(count, this.indexed + TOKENS_AT_ONCE))
    return true
  }

  approximateBytes(): number {
    return this.tokenIds.approximateBytes()
  }

  /** Adds all deferred tokens: at once, or in steps where the question may be stopped. */
  private listAll(): void {
    const { count } = this.tokens
    while (this.sliceEnd.isSet && count - this.indexed > TOKENS_AT_ONCE) {
      this.list(this.indexed + TOKENS_AT_ONCE)
      this.sliceEnd.check()
    }
    this.list(count)
  }

  /** @param end exclusive upper bound of the tokens to add */
  private list(end: number): void {
    const { tokens, tokenIds, indexed } = this
    this.indexed = end
    if (end - indexed < FEW_TOKENS) {
      eachGram(tokens, indexed, end, (gram, token) => {
        tokenIds.add(gram, token)
      })
      return
    }
    const more = new Uint32Array(BUCKETS)
    eachGramOnce(tokens, indexed, end, (gram) => {
      more[gram] = (more[gram] as number) + 1
    })
    const places = tokenIds.extend(more)
    const { pool } = tokenIds
    eachGramOnce(tokens, indexed, end, (gram, token) => {
      const place = places[gram] as number
      pool[place] = token
      places[gram] = place + 1
    })
  }
}

type VisitGram = (bucket: number, token: number) => void

/** Visits the bucket of each gram of the tokens in a range. */
function eachGram(tokens: TokenTable, from: number, to: number, visit: VisitGram): void {
  tokens.each(from, to, (token, units, start, end) => {
    let beforeLast = NO_CODE
    let last = START
    for (let i = start; i <= end; i++) {
      const code = i < end ? codeOf(units[i] as number) : END
      visit(bucket(NO_CODE, last, code), token)
      if (i > start) visit(bucket(beforeLast, last, code), token)
      beforeLast = last
      last = code
    }
  })
}

/** As `eachGram`, but visits each bucket once for a token. */
function eachGramOnce(tokens: TokenTable, from: number, to: number, visit: VisitGram): void {
  const lastTokens = new Int32Array(BUCKETS).fill(-1)
  eachGram(tokens, from, to, (gram, token) => {
    if (lastTokens[gram] === token) return
    lastTokens[gram] = token
    visit(gram, token)
  })
}

/** Returns the code of a unit. It differs from the codes of the marks. */
function codeOf(unit: number): number {
  return unit + UNITS
}

/** Replaces the first code of a pair, so that pairs and triples differ. */
const NO_CODE = 0
/** Marks the beginning and the end of a token. */
const START = 1
const END = 2
const UNITS = 3
const BUCKETS = 1 << 16
/** Only the first units of a long substring are looked up. */
const MOST_GRAMS = 64
/** Fewer tokens are added one by one. Counting first would visit every bucket. */
const FEW_TOKENS = 2_000
const TOKENS_AT_ONCE = 4_000

function codesWithEnds(substring: Uint16Array, place: PlaceInToken): number[] {
  const codes: number[] = []
  if (place === 'start' || place === 'whole') codes.push(START)
  // The end of a long substring is not looked up; candidates are compared in full.
  for (let i = 0; i < Math.min(substring.length, MOST_GRAMS); i++) codes.push(codeOf(substring[i] as number))
  const isWhole = substring.length <= MOST_GRAMS
  if (isWhole && (place === 'end' || place === 'whole')) codes.push(END)
  return codes
}

function bucket(a: number, b: number, c: number): number {
  const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35)
  const hash = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  return (hash >>> 8) % BUCKETS
}
