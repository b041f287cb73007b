import type { Card } from '@cardinal/domain'
import { type Bits, bitsFor, clearBit, firstSlot, grownBits, hasBit, setBit } from './bits.ts'

/** Slots of which lists of texts tell nothing true yet: cards that came, changed or went since. */
export class Unlisted {
  private bits: Bits = bitsFor(1024)
  /** What the lists still tell of some of them. */
  private readonly listed = new Map<number, Card>()
  private size = 0
  /** Nothing below this slot is here. */
  private lowest = 0

  get count(): number {
    return this.size
  }

  /** A set that is no longer than the latest capacity; good until the next change. */
  get slots(): Bits {
    return this.bits
  }

  has(slot: number): boolean {
    return this.size > 0 && slot < this.bits.length * 32 && hasBit(this.bits, slot)
  }

  /** @param listed what the lists tell of the slot; undefined: nothing. Ignored for a slot that is here already */
  add(slot: number, listed: Card | undefined, capacity: number): void {
    if (this.has(slot)) return
    if (slot >= this.bits.length * 32) this.bits = grownBits(this.bits, capacity)
    setBit(this.bits, slot)
    this.lowest = Math.min(this.lowest, slot)
    this.size++
    if (listed !== undefined) this.listed.set(slot, listed)
  }

  /** What the lists still tell of a slot; undefined: nothing, or the slot isn't here. */
  listedOf(slot: number): Card | undefined {
    return this.listed.get(slot)
  }

  /** The lowest slot; there has to be one. Lists that grow in this order grow at their ends. */
  first(): number {
    this.lowest = firstSlot(this.bits, this.lowest)
    return this.lowest
  }

  delete(slot: number): void {
    if (!this.has(slot)) return
    clearBit(this.bits, slot)
    this.listed.delete(slot)
    this.size--
  }
}
