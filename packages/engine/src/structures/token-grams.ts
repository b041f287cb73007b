import { PostingLists } from './posting-lists.ts'

/** Where in a token a piece must stand. */
export type Place = 'anywhere' | 'start' | 'end' | 'whole'

/**
 * Finds the tokens that hold a piece, through the pairs and triples of units that they share. Grams are
 * hashed into a fixed number of buckets; a bucket shared by two grams costs a comparison, never an error.
 */
export class TokenGrams {
  private readonly tokenIds = new PostingLists()

  add(tokenId: number, token: string): void {
    let beforeLast = 0
    let last = START
    for (let i = 0; i <= token.length; i++) {
      const unit = i < token.length ? token.charCodeAt(i) : END
      this.tokenIds.add(bucket(0, last, unit), tokenId)
      if (i > 0) this.tokenIds.add(bucket(beforeLast, last, unit), tokenId)
      beforeLast = last
      last = unit
    }
  }

  /** Ids of tokens among which those that hold the piece are; null: all of them have to be looked at. */
  candidates(piece: string, place: Place): Uint32Array | null {
    let rarest = -1
    let fewest = Number.POSITIVE_INFINITY
    const units = unitsOf(piece, place)
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
}

/** Marks that stand before and behind a token; no unit has these numbers. */
const START = 0x10000
const END = 0x10001
/** A long piece is told well enough by its beginning. */
const MOST_GRAMS = 64
const BUCKET_BITS = 16

function unitsOf(piece: string, place: Place): number[] {
  const units: number[] = []
  if (place === 'start' || place === 'whole') units.push(START)
  // The end of a long piece is left out; what is found is compared in full anyway.
  for (let i = 0; i < Math.min(piece.length, MOST_GRAMS); i++) units.push(piece.charCodeAt(i))
  const isWhole = piece.length <= MOST_GRAMS
  if (isWhole && (place === 'end' || place === 'whole')) units.push(END)
  return units
}

function bucket(a: number, b: number, c: number): number {
  const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35)
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> (32 - BUCKET_BITS)
}
