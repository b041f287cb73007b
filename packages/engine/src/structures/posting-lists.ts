import {
  addAll,
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
 * Lists of card ordinals that may become long: a short one is a sorted list, one of more than a 64th of all
 * ordinals a bit for each ordinal. So a word that most cards have takes a bit a card instead of four bytes, and
 * adding or removing a card moves nothing.
 *
 * What is added at the end (an ordinal that no list is beyond) is only noted down, and entered when a list is
 * next asked for. A workspace that is built is all such: then each list is given its room once and filled.
 */
export class PostingLists {
  private readonly short = new SortedListPool()
  private readonly longByList = new Map<number, Long>()
  private flushedSizes = new Uint32Array(64)
  /** Lists that hold something. */
  private taken = 0
  /** No list holds an ordinal beyond this one. */
  private highest = 0
  private capacity = 0
  /** Ordinals, each marked as one and followed by the lists that it is to be added to; ordinals ascend. */
  private log = new Uint32Array(SMALL_LOG)
  private logged = 0
  private ordinalOfLog = -1
  /** Lists in the log are below this. */
  private loggedLists = 0

  /** How long each list is; lists behind its end are empty. Valid until the next change. */
  get sizes(): Uint32Array {
    this.flushLog()
    return this.flushedSizes
  }

  size(list: number): number {
    const { sizes } = this
    return list < sizes.length ? (sizes[list] as number) : 0
  }

  /** The ordinals of a list, ascending; valid until the next change. */
  list(list: number): Uint32Array {
    this.flushLog()
    const long = this.longByList.get(list)
    return long === undefined ? this.short.list(list) : ordinalsOf(long.bits)
  }

  /** @param capacity ordinals will be below this for now; never less than it was */
  add(list: number, ordinal: number, capacity: number): void {
    this.capacity = capacity
    // The log brings to no list what it has already; so the last ordinal goes into it all at once, or not at all.
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
   * Adds the ordinals of a list to a set.
   *
   * @param from ordinals below it are left out; a multiple of 256
   */
  addTo(bits: Bits, list: number, from = 0): void {
    const long = this.longOf(list)?.bits
    if (long !== undefined) {
      addAll(bits, long, from)
      return
    }
    const { pool } = this.short
    const start = this.short.start(list)
    // From the end: who leaves out ordinals wants the last few.
    for (let i = start + this.short.size(list) - 1; i >= start; i--) {
      const ordinal = pool[i] as number
      if (ordinal < from) break
      setBit(bits, ordinal)
    }
  }

  /** Takes the ordinals of a list out of a set. */
  takeFrom(bits: Bits, list: number): void {
    const long = this.longOf(list)?.bits
    if (long === undefined) for (const ordinal of this.short.list(list)) clearBit(bits, ordinal)
    else takeAway(bits, long)
  }

  /** How many ordinals of a list are in a set. */
  countIn(bits: Bits, list: number): number {
    const long = this.longOf(list)?.bits
    if (long !== undefined) return countCommon(bits, long)
    let count = 0
    for (const ordinal of this.short.list(list)) if (hasBit(bits, ordinal)) count++
    return count
  }

  /** Does what the next change or question would have to do otherwise. What is only noted down takes room of its own. */
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

  /** More than half of the first so many lists hold nothing; false while something is still to be entered. */
  areMostEmpty(lists: number): boolean {
    return this.logged === 0 && this.taken * 2 < lists
  }

  approximateBytes(): number {
    let bytes = this.short.approximateBytes() + this.flushedSizes.byteLength + this.logged * 4
    for (const { bits } of this.longByList.values()) bytes += bits.byteLength
    return bytes
  }

  /** A list of fewer than half the shortest long one is never long: most are told without looking. */
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

  /** Counts first what comes to each list, so that none has to move more than once. */
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

  /** The bits of a list that is long, or would be at a size, with room for every ordinal. */
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

/** How many ordinals come to each list; what an ordinal repeats is taken out of the log. */
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

/** Below a 32nd of the ordinals, a list is smaller than its bits; a 64th because it is the quicker to change. */
function longFrom(capacity: number): number {
  return Math.max(SHORTEST_LONG, capacity >>> 6)
}

const SHORTEST_LONG = 256
/** Marks an ordinal in the log; ordinals and lists are below. */
const IS_ORDINALS = 0x80000000
/** Marks a long list among places in the pool of short ones, which are below. */
const IS_LONG = 0x80000000
/** Stands in the log for a list that was there already. */
const NOTHING = 0x7fffffff
/** A log of so many words is entered one by one: counting goes over all lists. */
const SMALL_LOG = 4096
/** A log grows no longer than this (16 MB) before it is entered. */
const LARGE_LOG = 1 << 22
