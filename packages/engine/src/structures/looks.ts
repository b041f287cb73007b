import { type Bits, bitsFor, clearBit, grownBits, hasBit, setBit, takeAway } from './bits.ts'

/** What is known of one piece of text: of cards in `looked` all, of others nothing. */
interface Look {
  readonly piece: string
  looked: Bits
  /** Those that contain it; some may be out of `looked` again. */
  containing: Bits
}

/**
 * What was found by looking into the texts of cards, for the pieces that were looked for last. A page asks several
 * questions about the same words, again and again while rows arrive: each text is gone through once for all of them.
 */
export class Looks {
  /** The latest at the end. */
  private readonly known: Look[] = []

  /**
   * Whether the card in a slot contains a piece, by what is known, or by looking now.
   *
   * @param capacity slots are below this for now; never less than it was
   */
  contains(slot: number, piece: string, capacity: number, look: () => boolean): boolean {
    const known = this.of(piece, capacity)
    if (hasBit(known.looked, slot)) return hasBit(known.containing, slot)
    const isContained = look()
    setBit(known.looked, slot)
    if (isContained) setBit(known.containing, slot)
    else clearBit(known.containing, slot)
    return isContained
  }

  /** The texts in a slot are others now. */
  forget(slot: number): void {
    for (const { looked } of this.known) if (slot < looked.length * 32) clearBit(looked, slot)
  }

  forgetAll(): void {
    this.known.length = 0
  }

  private of(piece: string, capacity: number): Look {
    const last = this.known.at(-1)
    if (last?.piece === piece && last.looked.length * 32 >= capacity) return last
    const at = this.known.findIndex((each) => each.piece === piece)
    const look = at < 0 ? this.begun(piece, capacity) : (this.known.splice(at, 1)[0] as Look)
    if (look.looked.length * 32 < capacity) {
      look.looked = grownBits(look.looked, capacity)
      look.containing = grownBits(look.containing, capacity)
    }
    this.known.push(look)
    if (this.known.length > KEPT) this.known.shift()
    return look
  }

  /** What doesn't contain a part of the piece doesn't contain the piece: while somebody types, most is known. */
  private begun(piece: string, capacity: number): Look {
    const part = this.known.findLast((each) => piece.includes(each.piece))
    const looked = part === undefined ? bitsFor(capacity) : part.looked.slice()
    if (part !== undefined) takeAway(looked, part.containing)
    return { piece, looked, containing: bitsFor(capacity) }
  }
}

/** For so many pieces. */
const KEPT = 8
