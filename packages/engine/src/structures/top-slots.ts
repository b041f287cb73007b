import { type Bits, countBits, firstSlot, lastSlot } from './bits.ts'

/** Negative: slot a comes before slot b. Never 0 for two slots. */
export type CompareSlots = (a: number, b: number) => number

/** An order of slots. */
export interface SlotOrder {
  /** Decides unless equal: the smaller `turn` × key comes first. */
  readonly keys: Float64Array | Uint16Array | Uint32Array
  /** The key that comes first of every 32 slots that share a word of a set, or one before it; null: not known. */
  readonly best: Float64Array | null
  readonly turn: 1 | -1
  /** The whole order, ties included. */
  readonly compare: CompareSlots
}

/**
 * The first `count` slots of a set in an order, without sorting the rest: a heap holds the best so far with the
 * worst of them on top. Nearly all further slots are passed over by 32, the others mostly by their key alone.
 *
 * @param isWanted asked of those alone that would be among the first; the others are as if they were not in the set
 */
export function firstSlots(
  set: Bits,
  count: number,
  { keys, best, turn, compare }: SlotOrder,
  isWanted: (slot: number) => boolean = () => true,
): number[] {
  const room = Math.min(count, countBits(set))
  if (room <= 0) return []
  const heap = new Heap(room, compare)
  let { worst } = heap
  // Slots are taken in the order of arrival, so that times mostly ascend with them, or descend where the newest cards
  // were the first to arrive; beginning at the better end, the heap is right from the start.
  const isBackward = doLateComeFirst(set, compare)
  for (let i = 0; i < set.length; i++) {
    const at = isBackward ? set.length - 1 - i : i
    // Asked before whether the word has slots: almost always so, where that can't be foreseen.
    if (best !== null && turn * (best[at] as number) > worst) continue
    let word = set[at] as number
    while (word !== 0) {
      const bit = isBackward ? 31 - Math.clz32(word) : 31 - Math.clz32(word & -word)
      word ^= 1 << bit
      const slot = (at << 5) + bit
      const key = turn * (keys[slot] as number)
      if (key > worst || !isWanted(slot)) continue
      heap.add(slot, key)
      worst = heap.worst
    }
  }
  return heap.slots().sort(compare)
}

/**
 * Most of a set's late slots come before most of its early ones. The outermost say little: where the newest cards
 * arrived first, the one that was added since stands behind the oldest.
 */
function doLateComeFirst(set: Bits, compare: CompareSlots): boolean {
  const [first, last] = [firstSlot(set), lastSlot(set)]
  const slotAt = (share: number) => firstSlot(set, first + Math.floor((last - first) * share))
  return compare(slotAt(3 / 4), slotAt(1 / 4)) < 0
}

/** Whatever stands in slots below `before` comes behind a slot in the order. @param before a multiple of 32 */
export function allComeAfter({ keys, best, turn }: SlotOrder, before: number, slot: number): boolean {
  if (best === null) return false
  const key = turn * (keys[slot] as number)
  for (let at = (before >>> 5) - 1; at >= 0; at--) if (turn * (best[at] as number) <= key) return false
  return true
}

/** The best slots so far, the worst on top; keys are compared as numbers, and slots only where those are equal. */
class Heap {
  /** No slot with a greater key gets in. */
  worst = Number.POSITIVE_INFINITY
  private size = 0
  private readonly room: number
  private readonly compare: CompareSlots
  private readonly heapSlots: Uint32Array
  private readonly heapKeys: Float64Array

  constructor(room: number, compare: CompareSlots) {
    this.room = room
    this.compare = compare
    this.heapSlots = new Uint32Array(room)
    this.heapKeys = new Float64Array(room)
  }

  slots(): number[] {
    return Array.from(this.heapSlots.subarray(0, this.size))
  }

  add(slot: number, key: number): void {
    if (this.size < this.room) {
      this.rise(this.size++, slot, key)
      if (this.size < this.room) return
    } else if (this.isBehind(0, slot, key)) this.sink(slot, key)
    this.worst = this.heapKeys[0] as number
  }

  /** What stands at a place comes behind a slot in the order. */
  private isBehind(at: number, slot: number, key: number): boolean {
    const other = this.heapKeys[at] as number
    return other === key ? this.compare(this.heapSlots[at] as number, slot) > 0 : other > key
  }

  private put(at: number, slot: number, key: number): void {
    this.heapSlots[at] = slot
    this.heapKeys[at] = key
  }

  private rise(from: number, slot: number, key: number): void {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      const [other, otherKey] = [this.heapSlots[parent] as number, this.heapKeys[parent] as number]
      if (this.isBehind(parent, slot, key)) break
      this.put(at, other, otherKey)
      at = parent
    }
    this.put(at, slot, key)
  }

  private sink(slot: number, key: number): void {
    const { heapSlots, heapKeys, size } = this
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= size) break
      if (child + 1 < size && this.isBehind(child + 1, heapSlots[child] as number, heapKeys[child] as number))
        child++
      if (!this.isBehind(child, slot, key)) break
      this.put(at, heapSlots[child] as number, heapKeys[child] as number)
      at = child
    }
    this.put(at, slot, key)
  }
}
