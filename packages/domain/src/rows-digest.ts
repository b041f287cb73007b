import type { Change } from './change.ts'

/** A living row. The workspace's own row is excluded. */
export type DigestedRow =
  Exclude<Change, { kind: 'workspace' }> extends infer One
    ? One extends { kind: infer Kind; row: infer Row }
      ? { readonly kind: Kind; readonly row: NonNullable<Row> }
      : never
    : never

/** The fields that a digest depends on, for callers without the row. */
export interface DigestedFields {
  readonly kind: DigestedRow['kind']
  /** 24 hex digits. */
  readonly id: string
  /** ms since 1970 */
  readonly updatedAt: number
  /** A tag's clicks, which change without `updatedAt`; 0 for other rows. */
  readonly clicks: number
}

/**
 * The number of rows, and the sum of their hashes. The sum does not depend on order and is updated row by
 * row. By it a device notices that it holds other rows than the server, without comparing all of them.
 *
 * The tags of a card or group are not hashed: deleting a tag changes them without `updatedAt`, and the
 * tag's own row already shows it.
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

  /** Null: `text` is not an output of `toString`. */
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

  /** Such as `3.0123456789abcdef`: the number of rows, and the sum in hex. */
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

/** Murmur3 mixing of 32-bit words: fast, and spreads consecutive ids. */
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
