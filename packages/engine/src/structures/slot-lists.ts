import {
  addAll,
  type Bits,
  bitsFor,
  clearBit,
  countCommon,
  grownBits,
  hasBit,
  setBit,
  slotsOf,
  takeAway,
} from './bits.ts'
import { grown, roomForMore } from './grown.ts'
import { PostingLists } from './posting-lists.ts'

/**
 * Lists of card slots that may become long: a short one is a sorted list, one of more than a 64th of all
 * slots a bit for each slot. So a word that most cards have takes a bit a card instead of four bytes, and
 * adding or removing a card moves nothing.
 *
 * What is added at the end (a slot that no list is beyond) is only noted down, and entered when a list is
 * next asked for. A workspace that is built is all such: then each list is given its room once and filled.
 */
export class SlotLists {
  private readonly short = new PostingLists()
  private readonly longByList = new Map<number, Long>()
  private entered = new Uint32Array(64)
  /** Lists that hold something. */
  private taken = 0
  /** No list holds a slot beyond this one. */
  private highest = 0
  private capacity = 0
  /** Slots, each marked as one and followed by the lists that it is to be added to; slots ascend. */
  private log = new Uint32Array(SMALL_LOG)
  private logged = 0
  private slotOfLog = -1
  /** Lists in the log are below this. */
  private loggedLists = 0

  /** How long each list is; lists behind its end are empty. Valid until the next change. */
  get sizes(): Uint32Array {
    this.enterLog()
    return this.entered
  }

  size(list: number): number {
    const { sizes } = this
    return list < sizes.length ? (sizes[list] as number) : 0
  }

  /** The slots of a list, ascending; valid until the next change. */
  list(list: number): Uint32Array {
    this.enterLog()
    const long = this.longByList.get(list)
    return long === undefined ? this.short.list(list) : slotsOf(long.bits)
  }

  /** @param capacity slots will be below this for now; never less than it was */
  add(list: number, slot: number, capacity: number): void {
    this.capacity = capacity
    // The log brings to no list what it has already; so the last slot goes into it all at once, or not at all.
    if (slot < this.highest || (slot === this.highest && slot !== this.slotOfLog)) {
      this.enterLog()
      this.enter(list, slot)
      return
    }
    this.highest = slot
    if (slot !== this.slotOfLog) this.log[this.logged++] = (slot | IS_SLOT) >>> 0
    this.slotOfLog = slot
    if (list >= this.loggedLists) this.loggedLists = list + 1
    this.log[this.logged++] = list
    if (this.logged + 2 > this.log.length) this.growLog()
  }

  remove(list: number, slot: number): void {
    const long = this.longOf(list)
    const isGone = long === undefined ? this.short.remove(list, slot) : removeFromLong(long, slot)
    if (!isGone) return
    const size = this.size(list) - 1
    this.entered[list] = size
    if (size === 0) this.taken--
    if (long !== undefined && size < longFrom(long.bits.length * 32) / 2) this.shorten(list, long)
  }

  clear(list: number): void {
    if (this.size(list) === 0) return
    this.taken--
    this.longByList.delete(list)
    this.short.clear(list)
    this.entered[list] = 0
  }

  /**
   * Adds the slots of a list to a set.
   *
   * @param from slots below it are left out; a multiple of 256
   */
  addTo(bits: Bits, list: number, from = 0): void {
    const long = this.longOf(list)?.bits
    if (long !== undefined) {
      addAll(bits, long, from)
      return
    }
    const { pool } = this.short
    const start = this.short.start(list)
    // From the end: who leaves out slots wants the last few.
    for (let i = start + this.short.size(list) - 1; i >= start; i--) {
      const slot = pool[i] as number
      if (slot < from) break
      setBit(bits, slot)
    }
  }

  /** Takes the slots of a list out of a set. */
  takeFrom(bits: Bits, list: number): void {
    const long = this.longOf(list)?.bits
    if (long === undefined) for (const slot of this.short.list(list)) clearBit(bits, slot)
    else takeAway(bits, long)
  }

  /** How many slots of a list are in a set. */
  countIn(bits: Bits, list: number): number {
    const long = this.longOf(list)?.bits
    if (long !== undefined) return countCommon(bits, long)
    let count = 0
    for (const slot of this.short.list(list)) if (hasBit(bits, slot)) count++
    return count
  }

  /** Does what the next change or question would have to do otherwise. What is only noted down takes room of its own. */
  tidy(): void {
    this.enterLog()
    this.short.makeRoom()
  }

  private enterLog(): void {
    if (this.logged === 0) return
    const log = this.log.subarray(0, this.logged)
    this.logged = 0
    this.slotOfLog = -1
    if (log.length > SMALL_LOG) {
      this.log = new Uint32Array(SMALL_LOG)
      this.enterMany(log)
    } else {
      eachOf(log, (list, slot) => {
        this.enter(list, slot)
      })
    }
  }

  /** More than half of the first so many lists hold nothing; false while something is still to be entered. */
  areMostEmpty(lists: number): boolean {
    return this.logged === 0 && this.taken * 2 < lists
  }

  approximateBytes(): number {
    let bytes = this.short.approximateBytes() + this.entered.byteLength + this.logged * 4
    for (const { bits } of this.longByList.values()) bytes += bits.byteLength
    return bytes
  }

  /** A list of fewer than half the shortest long one is never long: most are told without looking. */
  private longOf(list: number): Long | undefined {
    return this.size(list) < SHORTEST_LONG / 2 ? undefined : this.longByList.get(list)
  }

  private enter(list: number, slot: number): void {
    const { capacity } = this
    if (list >= this.entered.length) this.growSizes(list + 1)
    const long = this.longOf(list)
    const isNew = long === undefined ? this.short.add(list, slot) : addToLong(long, slot, capacity)
    if (!isNew) return
    const size = (this.entered[list] as number) + 1
    this.entered[list] = size
    if (size === 1) this.taken++
    if (long === undefined && size > longFrom(capacity)) this.lengthen(list)
  }

  /** Counts first what comes to each list, so that none has to move more than once. */
  private enterMany(log: Uint32Array): void {
    const lists = this.loggedLists
    if (lists > this.entered.length) this.growSizes(lists)
    const more = countByList(log, lists)
    const longs: { readonly list: number; readonly bits: Bits }[] = []
    for (let list = 0; list < lists; list++) {
      const count = more[list] as number
      if (count === 0) continue
      const size = (this.entered[list] as number) + count
      if (size === count) this.taken++
      this.entered[list] = size
      const bits = this.bitsIfLong(list, size)
      if (bits === null) continue
      longs.push({ list, bits })
      more[list] = 0
    }
    const places = this.short.extend(more)
    for (const [at, { list }] of longs.entries()) places[list] = (IS_LONG | at) >>> 0
    const bitsOfLongs = longs.map(({ bits }) => bits)
    const { pool } = this.short
    eachOf(log, (list, slot) => {
      const place = places[list] as number
      if (place >= IS_LONG) setBit(bitsOfLongs[place - IS_LONG] as Bits, slot)
      else {
        pool[place] = slot
        places[list] = place + 1
      }
    })
  }

  /** The bits of a list that is long, or would be at a size, with room for every slot. */
  private bitsIfLong(list: number, size: number): Bits | null {
    if (this.longOf(list) === undefined && size > longFrom(this.capacity)) this.lengthen(list)
    const long = this.longByList.get(list)
    if (long === undefined) return null
    if (long.bits.length * 32 < this.capacity) long.bits = grownBits(long.bits, this.capacity)
    return long.bits
  }

  private growLog(): void {
    this.log = grown(this.log, new Uint32Array(this.log.length * 2))
    if (this.logged > LARGE_LOG) this.enterLog()
  }

  private growSizes(atLeast: number): void {
    this.entered = grown(this.entered, new Uint32Array(roomForMore(atLeast, this.entered.length)))
  }

  private lengthen(list: number): void {
    const bits = bitsFor(this.capacity)
    this.addTo(bits, list)
    this.longByList.set(list, { bits })
    this.short.clear(list)
  }

  private shorten(list: number, { bits }: Long): void {
    this.longByList.delete(list)
    this.short.replace(list, [...slotsOf(bits)])
  }
}

interface Long {
  bits: Bits
}

function eachOf(log: Uint32Array, visit: (list: number, slot: number) => void): void {
  let slot = 0
  for (let i = 0; i < log.length; i++) {
    const word = log[i] as number
    if (word >= IS_SLOT) slot = word - IS_SLOT
    else if (word !== NOTHING) visit(word, slot)
  }
}

/** How many slots come to each list; what a slot repeats is taken out of the log. */
function countByList(log: Uint32Array, lists: number): Uint32Array {
  const counts = new Uint32Array(lists)
  const lastSlots = new Uint32Array(lists)
  let slot = 0
  for (let i = 0; i < log.length; i++) {
    const word = log[i] as number
    if (word >= IS_SLOT) slot = word
    else if (lastSlots[word] === slot) log[i] = NOTHING
    else {
      lastSlots[word] = slot
      counts[word] = (counts[word] as number) + 1
    }
  }
  return counts
}

function addToLong(long: Long, slot: number, capacity: number): boolean {
  if (slot >= long.bits.length * 32) long.bits = grownBits(long.bits, capacity)
  if (hasBit(long.bits, slot)) return false
  setBit(long.bits, slot)
  return true
}

function removeFromLong(long: Long, slot: number): boolean {
  if (slot >= long.bits.length * 32 || !hasBit(long.bits, slot)) return false
  clearBit(long.bits, slot)
  return true
}

/** Below a 32nd of the slots, a list is smaller than its bits; a 64th because it is the quicker to change. */
function longFrom(capacity: number): number {
  return Math.max(SHORTEST_LONG, capacity >>> 6)
}

const SHORTEST_LONG = 256
/** Marks a slot in the log; slots and lists are below. */
const IS_SLOT = 0x80000000
/** Marks a long list among places in the pool of short ones, which are below. */
const IS_LONG = 0x80000000
/** Stands in the log for a list that was there already. */
const NOTHING = 0x7fffffff
/** A log of so many words is entered one by one: counting goes over all lists. */
const SMALL_LOG = 4096
/** A log grows no longer than this (16 MB) before it is entered. */
const LARGE_LOG = 1 << 22
