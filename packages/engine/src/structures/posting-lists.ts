import {
  addAll,
  addCommon,
  type Bits,
  bitsFor,
  clearBit,
  countCommon,
  grownBits,
  hasBit,
  ordinalsOf,
  setBit,
  takeAway,
} from './bits.ts'
import { grown, roomForMore } from './grown.ts'
import { SortedListPool } from './sorted-list-pool.ts'

/**
 * Posting lists of card ordinals. A short list is a sorted array; a list of more than a 64th of all ordinals
 * is a bitmap. So a word on most cards takes one bit a card instead of four bytes, and a change moves
 * nothing.
 *
 * Appends (ordinals not below any other) go to a log, which is flushed when a list is next read. A workspace
 * being built appends only: its lists are sized once and filled in two passes.
 */
export class PostingLists {
  private readonly short = new SortedListPool()
  private readonly longByList = new Map<number, Long>()
  private flushedSizes = new Uint32Array(64)
  /** Number of lists that aren't empty. */
  private taken = 0
  /** The highest ordinal in any list. */
  private highest = 0
  private capacity = 0
  /** Deferred appends: an ordinal, marked with `IS_ORDINAL`, then the lists to add it to. Ordinals ascend. */
  private log = new Uint32Array(SMALL_LOG)
  private logged = 0
  private ordinalOfLog = -1
  /** Exclusive upper bound of the lists in the log. */
  private loggedLists = 0

  /** Length of each list; lists beyond the end are empty. Valid until the next change. */
  get sizes(): Uint32Array {
    this.flushLog()
    return this.flushedSizes
  }

  size(list: number): number {
    const { sizes } = this
    return list < sizes.length ? (sizes[list] as number) : 0
  }

  /** The ordinals of a list, ascending. Valid until the next change. */
  list(list: number): Uint32Array {
    this.flushLog()
    const long = this.longByList.get(list)
    return long === undefined ? this.short.list(list) : ordinalsOf(long.bits)
  }

  /** @param capacity exclusive upper bound of ordinals for now; never shrinks */
  add(list: number, ordinal: number, capacity: number): void {
    this.capacity = capacity
    // The log may not repeat what a list holds. So an ordinal's entries are all in the log, or none is.
    if (ordinal < this.highest || (ordinal === this.highest && ordinal !== this.ordinalOfLog)) {
      this.flushLog()
      this.insert(list, ordinal)
      return
    }
    this.highest = ordinal
    if (ordinal !== this.ordinalOfLog) this.log[this.logged++] = (ordinal | IS_ORDINALS) >>> 0
    this.ordinalOfLog = ordinal
    if (list >= this.loggedLists) this.loggedLists = list + 1
    this.log[this.logged++] = list
    if (this.logged + 2 > this.log.length) this.growLog()
  }

  remove(list: number, ordinal: number): void {
    const long = this.longOf(list)
    const isGone = long === undefined ? this.short.remove(list, ordinal) : removeFromLong(long, ordinal)
    if (!isGone) return
    const size = this.size(list) - 1
    this.flushedSizes[list] = size
    if (size === 0) this.taken--
    if (long !== undefined && size < longFrom(long.bits.length * 32) / 2) this.shorten(list, long)
  }

  clear(list: number): void {
    if (this.size(list) === 0) return
    this.taken--
    this.longByList.delete(list)
    this.short.clear(list)
    this.flushedSizes[list] = 0
  }

  /**
   * Adds a list to a bitmap.
   *
   * @param from skips ordinals below it; a multiple of 256
   * @param within skips other ordinals; as long as the bitmap
   */
  addTo(bits: Bits, list: number, from = 0, within: Bits | null = null): void {
    const long = this.longOf(list)?.bits
    if (long !== undefined) {
      if (within === null) addAll(bits, long, from)
      else addCommon(bits, long, within, from)
      return
    }
    const { pool } = this.short
    const start = this.short.start(list)
    // Backwards: with `from`, only the last few are wanted.
    for (let i = start + this.short.size(list) - 1; i >= start; i--) {
      const ordinal = pool[i] as number
      if (ordinal < from) break
      if (within === null || hasBit(within, ordinal)) setBit(bits, ordinal)
    }
  }

  /** Removes a list from a bitmap. */
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

  /**
   * Flushes the log and grows the pool ahead of need, so that the next change or question doesn't have to.
   */
  flush(): void {
    this.flushLog()
    this.short.makeRoom()
  }

  private flushLog(): void {
    if (this.logged === 0) return
    const log = this.log.subarray(0, this.logged)
    this.logged = 0
    this.ordinalOfLog = -1
    if (log.length > SMALL_LOG) {
      this.log = new Uint32Array(SMALL_LOG)
      this.insertMany(log)
    } else {
      eachOf(log, (list, ordinal) => {
        this.insert(list, ordinal)
      })
    }
  }

  /** Whether more than half of the first `lists` lists are empty. False while the log isn't flushed. */
  areMostEmpty(lists: number): boolean {
    return this.logged === 0 && this.taken * 2 < lists
  }

  approximateBytes(): number {
    let bytes = this.short.approximateBytes() + this.flushedSizes.byteLength + this.logged * 4
    for (const { bits } of this.longByList.values()) bytes += bits.byteLength
    return bytes
  }

  /** Skips the map for lists too short to be bitmaps, which are most. */
  private longOf(list: number): Long | undefined {
    return this.size(list) < SHORTEST_LONG / 2 ? undefined : this.longByList.get(list)
  }

  private insert(list: number, ordinal: number): void {
    const { capacity } = this
    if (list >= this.flushedSizes.length) this.growSizes(list + 1)
    const long = this.longOf(list)
    const isNew = long === undefined ? this.short.add(list, ordinal) : addToLong(long, ordinal, capacity)
    if (!isNew) return
    const size = (this.flushedSizes[list] as number) + 1
    this.flushedSizes[list] = size
    if (size === 1) this.taken++
    if (long === undefined && size > longFrom(capacity)) this.lengthen(list)
  }

  /** Counts the entries of each list first, so that each list moves at most once. */
  private insertMany(log: Uint32Array): void {
    const lists = this.loggedLists
    if (lists > this.flushedSizes.length) this.growSizes(lists)
    const more = countByList(log, lists)
    const longs: { readonly list: number; readonly bits: Bits }[] = []
    for (let list = 0; list < lists; list++) {
      const count = more[list] as number
      if (count === 0) continue
      const size = (this.flushedSizes[list] as number) + count
      if (size === count) this.taken++
      this.flushedSizes[list] = size
      const bits = this.bitsIfLong(list, size)
      if (bits === null) continue
      longs.push({ list, bits })
      more[list] = 0
    }
    const places = this.short.extend(more)
    for (const [at, { list }] of longs.entries()) places[list] = (IS_LONG | at) >>> 0
    const bitsOfLongs = longs.map(({ bits }) => bits)
    const { pool } = this.short
    eachOf(log, (list, ordinal) => {
      const place = places[list] as number
      if (place >= IS_LONG) setBit(bitsOfLongs[place - IS_LONG] as Bits, ordinal)
      else {
        pool[place] = ordinal
        places[list] = place + 1
      }
    })
  }

  /** The bitmap of a list that is long, or will be at this size, with capacity for every ordinal. */
  private bitsIfLong(list: number, size: number): Bits | null {
    if (this.longOf(list) === undefined && size > longFrom(this.capacity)) this.lengthen(list)
    const long = this.longByList.get(list)
    if (long === undefined) return null
    if (long.bits.length * 32 < this.capacity) long.bits = grownBits(long.bits, this.capacity)
    return long.bits
  }

  private growLog(): void {
    this.log = grown(this.log, new Uint32Array(this.log.length * 2))
    if (this.logged > LARGE_LOG) this.flushLog()
  }

  private growSizes(atLeast: number): void {
    this.flushedSizes = grown(
      this.flushedSizes,
      new Uint32Array(roomForMore(atLeast, this.flushedSizes.length)),
    )
  }

  private lengthen(list: number): void {
    const bits = bitsFor(this.capacity)
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

function eachOf(log: Uint32Array, visit: (list: number, ordinal: number) => void): void {
  let ordinal = 0
  for (let i = 0; i < log.length; i++) {
    const word = log[i] as number
    if (word >= IS_ORDINALS) ordinal = word - IS_ORDINALS
    else if (word !== NOTHING) visit(word, ordinal)
  }
}

/** Counts the log's entries for each list. Removes repeats from the log. */
function countByList(log: Uint32Array, lists: number): Uint32Array {
  const counts = new Uint32Array(lists)
  const lastOrdinals = new Uint32Array(lists)
  let ordinal = 0
  for (let i = 0; i < log.length; i++) {
    const word = log[i] as number
    if (word >= IS_ORDINALS) ordinal = word
    else if (lastOrdinals[word] === ordinal) log[i] = NOTHING
    else {
      lastOrdinals[word] = ordinal
      counts[word] = (counts[word] as number) + 1
    }
  }
  return counts
}

function addToLong(long: Long, ordinal: number, capacity: number): boolean {
  if (ordinal >= long.bits.length * 32) long.bits = grownBits(long.bits, capacity)
  if (hasBit(long.bits, ordinal)) return false
  setBit(long.bits, ordinal)
  return true
}

function removeFromLong(long: Long, ordinal: number): boolean {
  if (ordinal >= long.bits.length * 32 || !hasBit(long.bits, ordinal)) return false
  clearBit(long.bits, ordinal)
  return true
}

/** From this size a bitmap is used. A 32nd would balance memory; a 64th makes changes quicker. */
function longFrom(capacity: number): number {
  return Math.max(SHORTEST_LONG, capacity >>> 6)
}

const SHORTEST_LONG = 256
/** Marks an ordinal in the log. Ordinals and list numbers are smaller. */
const IS_ORDINALS = 0x80000000
/** Marks a bitmap among positions in the pool, which are smaller. */
const IS_LONG = 0x80000000
/** Replaces a repeated entry in the log. */
const NOTHING = 0x7fffffff
/** A log of at most this many words is inserted entry by entry. Counting first would visit every list. */
const SMALL_LOG = 4096
/** The log is flushed at this length (16 MB). */
const LARGE_LOG = 1 << 22
