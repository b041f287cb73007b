/** Negative: slot a comes before slot b. Never 0 for two slots. */
export type CompareSlots = (a: number, b: number) => number

/** An order of slots. */
export interface SlotOrder {
  /** Decides unless equal: the smaller `turn` × key comes first. */
  readonly keys: Float64Array | Uint16Array | Uint32Array
  readonly turn: 1 | -1
  /** The whole order, ties included. */
  readonly compare: CompareSlots
}

/**
 * The first `count` slots of an order, in that order, without sorting the rest: a heap holds the best so
 * far with the worst of them on top, and nearly every further slot is passed over by its key alone.
 */
export function firstSlots(slots: Uint32Array, count: number, order: SlotOrder): number[] {
  if (count <= 0 || slots.length === 0) return []
  const { keys, turn, compare } = order
  if (count >= slots.length) return Array.from(slots).sort(compare)
  const heap = new Heap(count, compare)
  // Slots are taken in the order of arrival, and so times mostly ascend with them; beginning at the
  // better end, the heap is right from the start.
  const last = slots.length - 1
  const isBackward = compare(slots[last] as number, slots[0] as number) < 0
  let { worst } = heap
  for (let i = 0; i <= last; i++) {
    const slot = slots[isBackward ? last - i : i] as number
    const key = turn * (keys[slot] as number)
    if (key > worst) continue
    heap.add(slot, key)
    worst = heap.worst
  }
  return heap.slots().sort(compare)
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
    return Array.from(this.heapSlots)
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
