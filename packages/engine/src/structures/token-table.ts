/**
 * Numbers for tokens. A token is looked up where it stands in a text, by a hash of its units, without
 * being cut out: texts hold every common word a hundred times over, and cutting is what would cost most.
 */
export class TokenTable {
  readonly tokens: string[] = []
  private readonly hashes: number[] = []
  /** Open addressing; 0 for free, else 1 + the token's number. At most half full. */
  private places = new Int32Array(1024)

  get count(): number {
    return this.tokens.length
  }

  /** The number of the token at `start` to `end` of a text, or -1. `hash` is `hashUnits` of it. */
  find(text: string, start: number, end: number, hash: number): number {
    const mask = this.places.length - 1
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const id = (this.places[at] as number) - 1
      if (id < 0) return -1
      if (this.hashes[id] === hash && isAt(this.tokens[id] as string, text, start, end)) return id
    }
  }

  /** A new number for a token that has none. */
  add(token: string, hash: number): number {
    const id = this.tokens.length
    this.tokens.push(token)
    this.hashes.push(hash)
    if (this.tokens.length * 2 > this.places.length) this.grow()
    else this.place(id)
    return id
  }

  approximateBytes(): number {
    return this.places.byteLength + this.tokens.length * BYTES_A_TOKEN
  }

  private place(id: number): void {
    const mask = this.places.length - 1
    let at = (this.hashes[id] as number) & mask
    while (this.places[at] !== 0) at = (at + 1) & mask
    this.places[at] = id + 1
  }

  private grow(): void {
    this.places = new Int32Array(this.places.length * 2)
    for (let id = 0; id < this.tokens.length; id++) this.place(id)
  }
}

/** A hash of some units of a text, built up by `hashUnit` from `EMPTY_HASH`, then masked. */
export function hashUnits(text: string, start: number, end: number): number {
  let hash = EMPTY_HASH
  for (let i = start; i < end; i++) hash = hashUnit(hash, text.charCodeAt(i))
  return hash & HASH_MASK
}

export const EMPTY_HASH = 0x11c9dc5
/** Keeps a hash positive, and a small integer. */
export const HASH_MASK = 0x3fffffff

export function hashUnit(hash: number, unit: number): number {
  const mixed = Math.imul(hash ^ unit, 0x01000193)
  return mixed ^ (mixed >>> 15)
}

function isAt(token: string, text: string, start: number, end: number): boolean {
  if (token.length !== end - start) return false
  for (let i = 0; i < token.length; i++) if (token.charCodeAt(i) !== text.charCodeAt(start + i)) return false
  return true
}

/** A short string of its own, its hash and its place in three lists. */
const BYTES_A_TOKEN = 56
