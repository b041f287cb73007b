import { PostingLists } from './posting-lists.ts'
import type { Place, TokenTable } from './token-table.ts'

/**
 * Finds the tokens that hold a piece, through the pairs and triples of units that they share. Grams are
 * hashed into a fixed number of buckets; a bucket shared by two grams costs a comparison, never an error.
 *
 * Tokens are listed when they are first looked for: while a workspace is built nobody looks, and many
 * at once are listed in a fraction of the time.
 */
export class TokenGrams {
  private readonly tokenIds = new PostingLists()
  private readonly tokens: TokenTable
  /** Tokens from this number on are still to be listed. */
  private listed = 0

  constructor(tokens: TokenTable) {
    this.tokens = tokens
  }

  /** Tokens among which those that hold the piece are; null: all of them have to be looked at. */
  candidates(piece: Uint16Array, place: Place): Uint32Array | null {
    this.listNewTokens()
    let rarest = -1
    let fewest = Number.POSITIVE_INFINITY
    const units = withEnds(piece, place)
    const size = Math.min(units.length, 3)
    if (size < 2) return null
    for (let i = size - 1; i < Math.min(units.length, MOST_GRAMS); i++) {
      const first = size === 3 ? (units[i - 2] as number) : 0
      const list = bucket(first, units[i - 1] as number, units[i] as number)
      const count = this.tokenIds.size(list)
      if (count < fewest) {
        fewest = count
        rarest = list
      }
      if (fewest === 0) break
    }
    return this.tokenIds.list(rarest)
  }

  approximateBytes(): number {
    return this.tokenIds.approximateBytes()
  }

  private listNewTokens(): void {
    const { tokens, tokenIds, listed } = this
    this.listed = tokens.count
    if (tokens.count - listed < FEW_TOKENS) {
      eachGram(tokens, listed, (gram, token) => {
        tokenIds.add(gram, token)
      })
      return
    }
    const more = new Uint32Array(BUCKETS)
    eachGramOnce(tokens, listed, (gram) => {
      more[gram] = (more[gram] as number) + 1
    })
    const places = tokenIds.extend(more)
    const { pool } = tokenIds
    eachGramOnce(tokens, listed, (gram, token) => {
      const place = places[gram] as number
      pool[place] = token
      places[gram] = place + 1
    })
  }
}

type VisitGram = (bucket: number, token: number) => void

/** Visits the bucket of each pair and triple of units of the tokens from a number on, their ends marked. */
function eachGram(tokens: TokenTable, from: number, visit: VisitGram): void {
  tokens.eachFrom(from, (token, units, start, end) => {
    let beforeLast = 0
    let last = START
    for (let i = start; i <= end; i++) {
      const unit = i < end ? (units[i] as number) : END
      visit(bucket(0, last, unit), token)
      if (i > start) visit(bucket(beforeLast, last, unit), token)
      beforeLast = last
      last = unit
    }
  })
}

/** The same, each bucket once for a token. */
function eachGramOnce(tokens: TokenTable, from: number, visit: VisitGram): void {
  const lastTokens = new Int32Array(BUCKETS).fill(-1)
  eachGram(tokens, from, (gram, token) => {
    if (lastTokens[gram] === token) return
    lastTokens[gram] = token
    visit(gram, token)
  })
}

/** Marks that stand before and behind a token; no unit has these numbers. */
const START = 0x10000
const END = 0x10001
/** A long piece is told well enough by its beginning. */
const MOST_GRAMS = 64
const BUCKET_BITS = 16
const BUCKETS = 1 << BUCKET_BITS
/** So many are listed as they come: counting them first would go over all buckets. */
const FEW_TOKENS = 2_000

function withEnds(piece: Uint16Array, place: Place): number[] {
  const units: number[] = []
  if (place === 'start' || place === 'whole') units.push(START)
  // The end of a long piece is left out; what is found is compared in full anyway.
  for (let i = 0; i < Math.min(piece.length, MOST_GRAMS); i++) units.push(piece[i] as number)
  const isWhole = piece.length <= MOST_GRAMS
  if (isWhole && (place === 'end' || place === 'whole')) units.push(END)
  return units
}

function bucket(a: number, b: number, c: number): number {
  const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35)
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> (32 - BUCKET_BITS)
}
