import { type Bits, bitsFor, clearBit, hasBit, resizedBits, setBit, takeAway } from './bits.ts'
import { SliceEnd } from './slice-end.ts'

/** The cached scan of one substring. Cards outside `scanned` are unknown. */
interface Scan {
  readonly substring: string
  scanned: Bits
  /** Cards that contain the substring. Meaningless for cards outside `scanned`. */
  containing: Bits
}

/**
 * Caches scans of cards for the latest substrings. A page asks several questions about the same words; each text is
 * scanned once for all of them.
 */
export class ScanCache {
  /** The most recent one comes last. */
  private readonly known: Scan[] = []
  private readonly sliceEnd: SliceEnd

  constructor(sliceEnd = new SliceEnd()) {
    this.sliceEnd = sliceEnd
  }

  /**
   * Whether a card contains a substring, from the cache or by `look`.
   *
   * @param capacity exclusive upper bound of ordinals for now; never shrinks
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

  /** Drops the cached scans of a card whose texts changed. */
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
    const look = at < 0 ? this.start(substring, capacity) : (this.known.splice(at, 1)[0] as Scan)
    if (look.scanned.length * 32 < capacity) {
      look.scanned = resizedBits(look.scanned, capacity)
      look.containing = resizedBits(look.containing, capacity)
    }
    this.known.push(look)
    const most = this.sliceEnd.isSet ? MOST_CACHED_IN_SLICES : MOST_CACHED
    while (this.known.length > most) this.known.shift()
    return look
  }

  /**
   * Starts a new entry. A card without a part of the substring can't contain the substring, so results stay
   * in use as a word is typed.
   */
  private start(substring: string, capacity: number): Scan {
    const part = this.known.findLast((each) => substring.includes(each.substring))
    const scanned = part === undefined ? bitsFor(capacity) : part.scanned.slice()
    if (part !== undefined) takeAway(scanned, part.containing)
    return { substring, scanned, containing: bitsFor(capacity) }
  }
}

/** How many substrings are cached. */
const MOST_CACHED = 8
/**
 * As `MOST_CACHED`, while a question may be stopped: its earlier substrings must still be cached when it is
 * asked again.
 */
const MOST_CACHED_IN_SLICES = 128
