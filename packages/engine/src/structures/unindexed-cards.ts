import type { Card } from '@cardinal/domain'
import { type Bits, bitsFor, clearBit, firstOrdinal, grownBits, hasBit, setBit } from './bits.ts'

/** Ordinals of which lists of texts tell nothing true yet: cards that came, changed or went since. */
export class UnindexedCards {
  private bits: Bits = bitsFor(1024)
  /** What the lists still tell of some of them. */
  private readonly indexed = new Map<number, Card>()
  private size = 0
  /** Nothing below this ordinal is here. */
  private lowest = 0

  get count(): number {
    return this.size
  }

  /** A set that is no longer than the latest capacity; good until the next change. */
  get ordinals(): Bits {
    return this.bits
  }

  has(ordinal: number): boolean {
    return this.size > 0 && ordinal < this.bits.length * 32 && hasBit(this.bits, ordinal)
  }

  /** @param indexed what the lists tell of the ordinal; undefined: nothing. Ignored for an ordinal that is here already */
  add(ordinal: number, indexed: Card | undefined, capacity: number): void {
    if (this.has(ordinal)) return
    if (ordinal >= this.bits.length * 32) this.bits = grownBits(this.bits, capacity)
    setBit(this.bits, ordinal)
    this.lowest = Math.min(this.lowest, ordinal)
    this.size++
    if (indexed !== undefined) this.indexed.set(ordinal, indexed)
  }

  /** What the lists still tell of an ordinal; undefined: nothing, or the ordinal isn't here. */
  indexedOf(ordinal: number): Card | undefined {
    return this.indexed.get(ordinal)
  }

  /** The lowest ordinal; there has to be one. Lists that grow in this order grow at their ends. */
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
