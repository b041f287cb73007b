import type { Change } from './change.ts'

/** A living row. A workspace's own row is no part of a digest. */
export type DigestedRow =
  Exclude<Change, { kind: 'workspace' }> extends infer One
    ? One extends { kind: infer Kind; row: infer Row }
      ? { readonly kind: Kind; readonly row: NonNullable<Row> }
      : never
    : never

/** The fields of a living row that a digest depends on, where the row itself is not at hand. */
export interface DigestedFields {
  readonly kind: DigestedRow['kind']
  /** 24 hex digits. */
  readonly id: string
  /** ms since 1970 */
  readonly updatedAt: number
  /** What changes without `updatedAt`: a tag's clicks; 0 for other rows. */
  readonly clicks: number
}

/**
 * Says in a few bytes which rows there are: their number, and the sum of a hash of each. A sum does not depend on the
 * order, and is kept up to date as single rows come, change and go. A device and the server can thus see that they hold
 * different rows without comparing all of them.
 *
 * The tags of a card or group are no part of it: the deletion of a tag changes them without `updatedAt`, and the tag's
 * own row already shows it.
 */
export class RowsDigest {
  #count: number
  #low: number
  #high: number

  private constructor(count: number, low: number, high: number) {
    this.#count = count
    this.#low = low
    this.#high = high
  }

  static ofNothing(): RowsDigest {
    return new RowsDigest(0, 0, 0)
  }

  /** Parses a digest. Null when the text is none that `toString` gave. */
  static parse(text: string): RowsDigest | null {
    const [, count, high, low] = /^(\d{1,15})\.([0-9a-f]{8})([0-9a-f]{8})$/.exec(text) ?? []
    if (count === undefined || high === undefined || low === undefined) return null
    return new RowsDigest(Number(count), Number.parseInt(low, 16), Number.parseInt(high, 16))
  }

  add(fields: DigestedFields): void {
    this.#count++
    this.#low = (this.#low + hashOf(fields, LOW_SEED)) >>> 0
    this.#high = (this.#high + hashOf(fields, HIGH_SEED)) >>> 0
  }

  remove(fields: DigestedFields): void {
    this.#count--
    this.#low = (this.#low - hashOf(fields, LOW_SEED)) >>> 0
    this.#high = (this.#high - hashOf(fields, HIGH_SEED)) >>> 0
  }

  /** Returns a text such as `3.0123456789abcdef`: the number of rows, and the sum in hex. */
  toString(): string {
    return `${this.#count}.${hex(this.#high)}${hex(this.#low)}`
  }
}

export function digestedFields({ kind, row }: DigestedRow): DigestedFields {
  return { kind, id: row.id, updatedAt: row.updatedAt, clicks: kind === 'tag' ? row.clickCount : 0 }
}

const LOW_SEED = 0x9e3779b1
const HIGH_SEED = 0x85ebca6b
const CODE_BY_KIND = { card: 1, tag: 2, group: 3 } as const

/** Hashes by Murmur3's mixing of 32-bit words, which is quick and spreads ids that follow each other. */
function hashOf({ kind, id, updatedAt, clicks }: DigestedFields, seed: number): number {
  let hash = mixed(seed, CODE_BY_KIND[kind])
  for (let start = 0; start < id.length; start += 8)
    hash = mixed(hash, Number.parseInt(id.slice(start, start + 8), 16))
  hash = mixed(hash, updatedAt % 2 ** 32)
  hash = mixed(hash, updatedAt / 2 ** 32)
  hash = mixed(hash, clicks)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

function mixed(hash: number, word: number): number {
  const spread = Math.imul(word | 0, 0xcc9e2d51)
  const turned = Math.imul((spread << 15) | (spread >>> 17), 0x1b873593) ^ hash
  return (Math.imul((turned << 13) | (turned >>> 19), 5) + 0xe6546b64) | 0
}

function hex(word: number): string {
  return word.toString(16).padStart(8, '0')
}
