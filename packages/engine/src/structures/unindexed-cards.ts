import type { Card } from '@cardinal/domain'
import { type Bits, bitsFor, clearBit, firstOrdinal, hasBit, resizedBits, setBit } from './bits.ts'

/** Ordinals of cards that were added, changed or removed since they were indexed. */
export class UnindexedCards {
  private bits: Bits = bitsFor(1024)
  /** The indexed version of changed and removed cards. */
  private readonly indexed = new Map<number, Card>()
  private size = 0
  /** Lower bound of the ordinals. */
  private lowest = 0

  get count(): number {
    return this.size
  }

  /** A bitmap, no longer than the latest capacity. Valid until the next change. */
  get ordinals(): Bits {
    return this.bits
  }

  has(ordinal: number): boolean {
    return this.size > 0 && ordinal < this.bits.length * 32 && hasBit(this.bits, ordinal)
  }

  /** @param indexed the version in the index, if any; ignored when the ordinal is unindexed already */
  add(ordinal: number, indexed: Card | undefined, capacity: number): void {
    if (this.has(ordinal)) return
    if (ordinal >= this.bits.length * 32) this.bits = resizedBits(this.bits, capacity)
    setBit(this.bits, ordinal)
    this.lowest = Math.min(this.lowest, ordinal)
    this.size++
    if (indexed !== undefined) this.indexed.set(ordinal, indexed)
  }

  /** Returns the version in the index; undefined when there is none, or the ordinal is not unindexed. */
  indexedOf(ordinal: number): Card | undefined {
    return this.indexed.get(ordinal)
  }

  /** Returns the lowest ordinal; there must be one. Posting lists filled in this order only append. */
  first(): number {
    this.lowest = firstOrdinal(this.bits, this.lowest)
    return this.lowest
  }

  delete(ordinal: number): void {
    if (!this.has(ordinal)) return
    clearBit(this.bits, ordinal)
    this.indexed.delete(ordinal)
    this.size--
  }
}
