import { SortedListPool } from './sorted-list-pool.ts'
import type { Place, TokenTable } from './token-table.ts'

/** Tokens among which those that hold a substring are. `isSure`: all of them do. */
export interface TokenCandidates {
  readonly tokens: Uint32Array
  readonly isSure: boolean
}

/**
 * Finds the tokens that hold a substring, through the pairs and triples of units that they share. Grams of Latin
 * letters have buckets of their own, so that no token with such a substring of two or three has to be looked at; the
 * others are hashed, and a bucket shared by two grams costs a comparison, never an error.
 *
 * Tokens are indexed when they are first looked for, or by `flush`: while a workspace is built nobody looks, and many
 * at once are indexed in a fraction of the time. Few are not worth a list: looking at all of them is as quick.
 */
export class TokenGrams {
  private readonly tokenIds = new SortedListPool()
  private readonly tokens: TokenTable
  /** Tokens from this number on are still to be indexed. */
  private indexed = 0

  constructor(tokens: TokenTable) {
    this.tokens = tokens
  }

  /** Where to look for a substring; null: all tokens have to be looked at. */
  candidates(substring: Uint16Array, place: Place): TokenCandidates | null {
    const codes = codesWithEnds(substring, place)
    const count = Math.min(codes.length, MOST_GRAMS)
    if (count < 2 || this.tokens.count < FEW_TOKENS) return null
    this.list(this.tokens.count)
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
    return { tokens: this.tokenIds.list(rarest), isSure: codes.length <= 3 && rarest < OF_LETTERS }
  }

  /** Lists some of the tokens that wait for it: a few ms. False: there were none. */
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

  /** @param end the number of the first token that is not to be indexed */
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

/** Visits the bucket of each pair and triple of units of the tokens between two numbers, their ends marked. */
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

/** The same, each bucket once for a token. */
function eachGramOnce(tokens: TokenTable, from: number, to: number, visit: VisitGram): void {
  const lastTokens = new Int32Array(BUCKETS).fill(-1)
  eachGram(tokens, from, to, (gram, token) => {
    if (lastTokens[gram] === token) return
    lastTokens[gram] = token
    visit(gram, token)
  })
}

/** Units are told apart by codes: Latin letters from 1 on, all others from `OTHERS` on. */
function codeOf(unit: number): number {
  return unit >= LETTER_A && unit < LETTER_A + 26 ? unit - LETTER_A + 1 : unit + OTHERS
}

const LETTER_A = 0x61
/** Stands before a pair. */
const NO_CODE = 0
/** Marks that stand before and behind a token. */
const START = 27
const END = 28
const OTHERS = 29
/** Buckets below this one are those of one gram of letters and marks each. */
const OF_LETTERS = OTHERS ** 3
const BUCKETS = 1 << 16
/** A long substring is told well enough by its beginning. */
const MOST_GRAMS = 64
/** Fewer are indexed as they come, for counting them first would go over all buckets; and not before there are more. */
const FEW_TOKENS = 2_000
const TOKENS_AT_ONCE = 4_000

function codesWithEnds(substring: Uint16Array, place: Place): number[] {
  const codes: number[] = []
  if (place === 'start' || place === 'whole') codes.push(START)
  // The end of a long substring is left out; what is found is compared in full anyway.
  for (let i = 0; i < Math.min(substring.length, MOST_GRAMS); i++) codes.push(codeOf(substring[i] as number))
  const isWhole = substring.length <= MOST_GRAMS
  if (isWhole && (place === 'end' || place === 'whole')) codes.push(END)
  return codes
}

function bucket(a: number, b: number, c: number): number {
  if (a < OTHERS && b < OTHERS && c < OTHERS) return (a * OTHERS + b) * OTHERS + c
  const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35)
  const hash = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  return OF_LETTERS + ((hash >>> 8) % (BUCKETS - OF_LETTERS))
}
