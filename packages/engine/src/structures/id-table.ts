import type { Id } from '@cardinal/domain'

/**
 * Interns ids as numbers. An id of 24 hex digits is stored as three 32-bit words in an open-addressed hash
 * table. That takes a third of a `Map`'s memory and time, because a string must be hashed when it is first
 * used. Ids of other forms are kept in a `Map`.
 */
export class IdTable {
  count = 0
  /**
   * Open addressing; each entry is the three words of the id and its number + 1, or 0 if free. At most half
   * full.
   */
  private places = new Uint32Array(1 << 8)
  private readonly others = new Map<Id, number>()
  /** The id that was parsed last, as words. */
  private readonly words = new Uint32Array(3)

  /** The number of an id, or -1. */
  get(id: Id): number {
    if (!readWords(id, this.words)) return this.others.get(id) ?? -1
    return (this.places[this.placeOf() + 3] as number) - 1
  }

  /** Gives a new id the next free number. */
  add(id: Id, number: number): void {
    this.count++
    if (!readWords(id, this.words)) {
      this.others.set(id, number)
      return
    }
    if (this.count * 8 > this.places.length) this.grow()
    this.put(
      this.placeOf(),
      this.words[0] as number,
      this.words[1] as number,
      this.words[2] as number,
      number + 1,
    )
  }

  /** Frees the number of a known id. */
  remove(id: Id): void {
    this.count--
    if (!readWords(id, this.words)) {
      this.others.delete(id)
      return
    }
    this.free(this.placeOf())
  }

  approximateBytes(): number {
    return this.places.byteLength + this.others.size * BYTES_OF_OTHERS
  }

  /** Index of the entry of the parsed id, or of the free entry where it belongs. */
  private placeOf(): number {
    const { places, words } = this
    const a = words[0] as number
    const b = words[1] as number
    const c = words[2] as number
    const mask = places.length - 4
    let at = (hashOf(a, b, c) << 2) & mask
    while (places[at + 3] !== 0 && !(places[at] === a && places[at + 1] === b && places[at + 2] === c))
      at = (at + 4) & mask
    return at
  }

  private put(at: number, a: number, b: number, c: number, entry: number): void {
    this.places[at] = a
    this.places[at + 1] = b
    this.places[at + 2] = c
    this.places[at + 3] = entry
  }

  /** Deletes an entry and moves up later entries of the same probe sequence. */
  private free(gap: number): void {
    const { places } = this
    const mask = places.length - 4
    let free = gap
    for (let at = (gap + 4) & mask; places[at + 3] !== 0; at = (at + 4) & mask) {
      const a = places[at] as number
      const b = places[at + 1] as number
      const c = places[at + 2] as number
      const wanted = (hashOf(a, b, c) << 2) & mask
      if (((at - wanted) & mask) < ((at - free) & mask)) continue
      this.put(free, a, b, c, places[at + 3] as number)
      free = at
    }
    this.put(free, 0, 0, 0, 0)
  }

  private grow(): void {
    const before = this.places
    this.places = new Uint32Array(before.length * 2)
    const mask = this.places.length - 4
    for (let from = 0; from < before.length; from += 4) {
      const entry = before[from + 3] as number
      if (entry === 0) continue
      const a = before[from] as number
      const b = before[from + 1] as number
      const c = before[from + 2] as number
      let at = (hashOf(a, b, c) << 2) & mask
      while (this.places[at + 3] !== 0) at = (at + 4) & mask
      this.put(at, a, b, c, entry)
    }
  }
}

/** Parses an id. False when the text isn't 24 lower-case hex digits. */
function readWords(id: Id, words: Uint32Array): boolean {
  if (id.length !== 24) return false
  let bad = 0
  for (let word = 0; word < 3; word++) {
    let value = 0
    for (let i = word * 8; i < word * 8 + 8; i++) {
      const digit = DIGITS[id.charCodeAt(i)] ?? NO_DIGIT
      bad |= digit
      value = (value << 4) | (digit & 15)
    }
    words[word] = value
  }
  return bad < NO_DIGIT
}

function hashOf(a: number, b: number, c: number): number {
  let hash = Math.imul(a ^ (a >>> 15), 0x2c1b3c6d) ^ b
  hash = Math.imul(hash ^ (hash >>> 13), 0x297a2d39) ^ c
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return hash ^ (hash >>> 13)
}

/** The value of each hex digit by its unit. */
const NO_DIGIT = 16
const DIGITS = Uint8Array.from({ length: 128 }, (_, unit) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(unit))
  return digit < 0 ? NO_DIGIT : digit
})

const BYTES_OF_OTHERS = 120
