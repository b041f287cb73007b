import { type Bits, bitsFor, clearBit, grownBits, hasBit, setBit, slotsOf } from './bits.ts'
import { PostingLists } from './posting-lists.ts'

/**
 * Lists of card slots that may become long: a short one is a sorted list, one of more than a 64th of all
 * slots a bit for each slot. So a word that most cards have takes a bit a card instead of four bytes, and
 * adding or removing a card moves nothing.
 */
export class SlotLists {
  private readonly short = new PostingLists()
  private readonly longByList = new Map<number, Long>()
  /** How long each list is; lists behind its end are empty. */
  sizes = new Uint32Array(64)

  size(list: number): number {
    return list < this.sizes.length ? (this.sizes[list] as number) : 0
  }

  /** The slots of a list, ascending; valid until the next change. */
  list(list: number): Uint32Array {
    const long = this.longByList.get(list)
    return long === undefined ? this.short.list(list) : slotsOf(long.bits)
  }

  add(list: number, slot: number, capacity: number): void {
    if (list >= this.sizes.length) this.growSizes(list)
    const long = this.longOf(list)
    const isNew = long === undefined ? this.short.add(list, slot) : addToLong(long, slot, capacity)
    if (!isNew) return
    const size = this.size(list) + 1
    this.sizes[list] = size
    if (long === undefined && size > longFrom(capacity)) this.lengthen(list, capacity)
  }

  remove(list: number, slot: number): void {
    const long = this.longOf(list)
    const isGone = long === undefined ? this.short.remove(list, slot) : removeFromLong(long, slot)
    if (!isGone) return
    const size = this.size(list) - 1
    this.sizes[list] = size
    if (long !== undefined && size < longFrom(long.bits.length * 32) / 2) this.shorten(list, long)
  }

  clear(list: number): void {
    this.longByList.delete(list)
    this.short.clear(list)
    if (list < this.sizes.length) this.sizes[list] = 0
  }

  /** Adds the slots of a list to a set. */
  addTo(bits: Bits, list: number): void {
    const long = this.longOf(list)?.bits
    if (long !== undefined) {
      for (let i = 0; i < long.length; i++) bits[i] = (bits[i] as number) | (long[i] as number)
      return
    }
    const { pool } = this.short
    const start = this.short.start(list)
    const end = start + this.short.size(list)
    for (let i = start; i < end; i++) setBit(bits, pool[i] as number)
  }

  /** Takes the slots of a list out of a set. */
  takeFrom(bits: Bits, list: number): void {
    const long = this.longByList.get(list)?.bits
    if (long === undefined) for (const slot of this.short.list(list)) clearBit(bits, slot)
    else for (let i = 0; i < long.length; i++) bits[i] = (bits[i] as number) & ~(long[i] as number)
  }

  approximateBytes(): number {
    let bytes = this.short.approximateBytes() + this.sizes.byteLength
    for (const { bits } of this.longByList.values()) bytes += bits.byteLength
    return bytes
  }

  /** A list of fewer than half the shortest long one is never long: most are told without looking. */
  private longOf(list: number): Long | undefined {
    return this.size(list) < SHORTEST_LONG / 2 ? undefined : this.longByList.get(list)
  }

  private growSizes(list: number): void {
    const grown = new Uint32Array(Math.max(list + 1, this.sizes.length * 2))
    grown.set(this.sizes)
    this.sizes = grown
  }

  private lengthen(list: number, capacity: number): void {
    const bits = bitsFor(capacity)
    this.addTo(bits, list)
    this.longByList.set(list, { bits })
    this.short.clear(list)
  }

  private shorten(list: number, { bits }: Long): void {
    this.longByList.delete(list)
    for (const slot of slotsOf(bits)) this.short.add(list, slot)
  }
}

interface Long {
  bits: Bits
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
