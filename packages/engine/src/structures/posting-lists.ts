import {
  addAll,
  addCommon,
  type Bits,
  bitsFor,
  clearBit,
  countCommon,
  hasBit,
  ordinalsOf,
  resized,
  resizedBits,
  roomForMore,
  setBit,
  takeAway,
} from './bits.ts'
import { SortedListPool } from './sorted-list-pool.ts'

/**
 * Posting lists of card ordinals. A short list is a sorted array; a list of more than a 64th of all ordinals
 * is a bitmap. A word on most cards thus takes one bit a card instead of four bytes, and adding a card moves
 * nothing.
 */
export class PostingLists {
  private readonly short = new SortedListPool()
  private readonly longByList = new Map<number, Long>()
  private listSizes = new Uint32Array(64)
  /** Number of lists that aren't empty. */
  private taken = 0

  /** Length of each list; lists beyond the end are empty. Valid until the next change. */
  get sizes(): Uint32Array {
    return this.listSizes
  }

  size(list: number): number {
    const { sizes } = this
    return list < sizes.length ? (sizes[list] as number) : 0
  }

  /** Returns the ordinals of a list, ascending. Valid until the next change. */
  list(list: number): Uint32Array {
    const long = this.longByList.get(list)
    return long === undefined ? this.short.list(list) : ordinalsOf(long.bits)
  }

  /** @param capacity exclusive upper bound of ordinals for now; never shrinks */
  add(list: number, ordinal: number, capacity: number): void {
    if (list >= this.listSizes.length) this.growSizes(list + 1)
    const long = this.longOf(list)
    const isNew = long === undefined ? this.short.add(list, ordinal) : addToLong(long, ordinal, capacity)
    if (!isNew) return
    const size = (this.listSizes[list] as number) + 1
    this.listSizes[list] = size
    if (size === 1) this.taken++
    if (long === undefined && size > longFrom(capacity)) this.lengthen(list, capacity)
  }

  remove(list: number, ordinal: number): void {
    const long = this.longOf(list)
    const isGone = long === undefined ? this.short.remove(list, ordinal) : removeFromLong(long, ordinal)
    if (!isGone) return
    const size = this.size(list) - 1
    this.listSizes[list] = size
    if (size === 0) this.taken--
    if (long !== undefined && size < longFrom(long.bits.length * 32) / 2) this.shorten(list, long)
  }

  clear(list: number): void {
    if (this.size(list) === 0) return
    this.taken--
    this.longByList.delete(list)
    this.short.clear(list)
    this.listSizes[list] = 0
  }

  /**
   * Adds a list to a bitmap.
   *
   * @param within skips other ordinals; as long as the bitmap
   */
  addTo(bits: Bits, list: number, within: Bits | null = null): void {
    const long = this.longOf(list)?.bits
    if (long !== undefined) {
      if (within === null) addAll(bits, long)
      else addCommon(bits, long, within)
      return
    }
    const { pool } = this.short
    const start = this.short.start(list)
    const end = start + this.short.size(list)
    for (let i = start; i < end; i++) {
      const ordinal = pool[i] as number
      if (within === null || hasBit(within, ordinal)) setBit(bits, ordinal)
    }
  }

  takeFrom(bits: Bits, list: number): void {
    const long = this.longOf(list)?.bits
    if (long === undefined) for (const ordinal of this.short.list(list)) clearBit(bits, ordinal)
    else takeAway(bits, long)
  }

  /** Counts the ordinals of a list that are in a bitmap. */
  countIn(bits: Bits, list: number): number {
    const long = this.longOf(list)?.bits
    if (long !== undefined) return countCommon(bits, long)
    let count = 0
    for (const ordinal of this.short.list(list)) if (hasBit(bits, ordinal)) count++
    return count
  }

  /** Grows the pool ahead of need, so that the next change doesn't have to. */
  makeRoom(): void {
    this.short.makeRoom()
  }

  /** Returns whether more than half of the first `lists` lists are empty. */
  areMostEmpty(lists: number): boolean {
    return this.taken * 2 < lists
  }

  approximateBytes(): number {
    let bytes = this.short.approximateBytes() + this.listSizes.byteLength
    for (const { bits } of this.longByList.values()) bytes += bits.byteLength
    return bytes
  }

  /** Skips the map for lists too short to be bitmaps, which are most. */
  private longOf(list: number): Long | undefined {
    return this.size(list) < SHORTEST_LONG / 2 ? undefined : this.longByList.get(list)
  }

  private growSizes(atLeast: number): void {
    this.listSizes = resized(this.listSizes, new Uint32Array(roomForMore(atLeast, this.listSizes.length)))
  }

  private lengthen(list: number, capacity: number): void {
    const bits = bitsFor(capacity)
    this.addTo(bits, list)
    this.longByList.set(list, { bits })
    this.short.clear(list)
  }

  private shorten(list: number, { bits }: Long): void {
    this.longByList.delete(list)
    this.short.replace(list, [...ordinalsOf(bits)])
  }
}

interface Long {
  bits: Bits
}

function addToLong(long: Long, ordinal: number, capacity: number): boolean {
  if (ordinal >= long.bits.length * 32) long.bits = resizedBits(long.bits, capacity)
  if (hasBit(long.bits, ordinal)) return false
  setBit(long.bits, ordinal)
  return true
}

function removeFromLong(long: Long, ordinal: number): boolean {
  if (ordinal >= long.bits.length * 32 || !hasBit(long.bits, ordinal)) return false
  clearBit(long.bits, ordinal)
  return true
}

/** Returns the size from which a bitmap is used. A 32nd would balance memory; a 64th makes changes quicker. */
function longFrom(capacity: number): number {
  return Math.max(SHORTEST_LONG, capacity >>> 6)
}

const SHORTEST_LONG = 256
