import { type Bits, bitsFor, clearBit, grownBits, hasBit, setBit, takeAway } from './bits.ts'

/** What is known of one substring of text: of cards in `scanned` all, of others nothing. */
interface Scan {
  readonly substring: string
  scanned: Bits
  /** Those that contain it; some may be out of `scanned` again. */
  containing: Bits
}

/**
 * What was found by looking into the texts of cards, for the patterns that were looked for last. A page asks several
 * questions about the same words, again and again while rows arrive: each text is gone through once for all of them.
 */
export class ScanCache {
  /** The latest at the end. */
  private readonly known: Scan[] = []

  /**
   * Whether the card at an ordinal contains a substring, by what is known, or by looking now.
   *
   * @param capacity ordinals are below this for now; never less than it was
   */
  contains(ordinal: number, substring: string, capacity: number, look: () => boolean): boolean {
    const known = this.of(substring, capacity)
    if (hasBit(known.scanned, ordinal)) return hasBit(known.containing, ordinal)
    const isContained = look()
    setBit(known.scanned, ordinal)
    if (isContained) setBit(known.containing, ordinal)
    else clearBit(known.containing, ordinal)
    return isContained
  }

  /** The texts at an ordinal are others now. */
  forget(ordinal: number): void {
    for (const { scanned } of this.known) if (ordinal < scanned.length * 32) clearBit(scanned, ordinal)
  }

  forgetAll(): void {
    this.known.length = 0
  }

  private of(substring: string, capacity: number): Scan {
    const last = this.known.at(-1)
    if (last?.substring === substring && last.scanned.length * 32 >= capacity) return last
    const at = this.known.findIndex((each) => each.substring === substring)
    const look = at < 0 ? this.begun(substring, capacity) : (this.known.splice(at, 1)[0] as Scan)
    if (look.scanned.length * 32 < capacity) {
      look.scanned = grownBits(look.scanned, capacity)
      look.containing = grownBits(look.containing, capacity)
    }
    this.known.push(look)
    if (this.known.length > KEPT) this.known.shift()
    return look
  }

  /** What doesn't contain a part of the substring doesn't contain the substring: while somebody types, most is known. */
  private begun(substring: string, capacity: number): Scan {
    const part = this.known.findLast((each) => substring.includes(each.substring))
    const scanned = part === undefined ? bitsFor(capacity) : part.scanned.slice()
    if (part !== undefined) takeAway(scanned, part.containing)
    return { substring, scanned, containing: bitsFor(capacity) }
  }
}

/** For so many patterns. */
const KEPT = 8
