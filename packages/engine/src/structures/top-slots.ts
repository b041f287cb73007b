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
export function firstSlots(slots: Uint32Array, count: number, { keys, turn, compare }: SlotOrder): number[] {
  if (count <= 0 || slots.length === 0) return []
  if (count >= slots.length) return Array.from(slots).sort(compare)
  const heap: number[] = []
  // Slots are taken in the order of arrival, and so times mostly ascend with them; beginning at the
  // better end, the heap is right from the start.
  const last = slots.length - 1
  const isBackward = compare(slots[last] as number, slots[0] as number) < 0
  let worst = Number.POSITIVE_INFINITY
  for (let i = 0; i <= last; i++) {
    const slot = slots[isBackward ? last - i : i] as number
    if (turn * (keys[slot] as number) > worst) continue
    if (heap.length < count) {
      heap.push(slot)
      if (heap.length < count) continue
      for (let j = (count >> 1) - 1; j >= 0; j--) sink(heap, j, compare)
    } else if (compare(slot, heap[0] as number) < 0) {
      heap[0] = slot
      sink(heap, 0, compare)
    }
    worst = turn * (keys[heap[0] as number] as number)
  }
  return heap.sort(compare)
}

function sink(heap: number[], from: number, compare: CompareSlots): void {
  const slot = heap[from] as number
  let at = from
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && compare(heap[child] as number, heap[child + 1] as number) < 0) child++
    if (compare(slot, heap[child] as number) >= 0) break
    heap[at] = heap[child] as number
    at = child
  }
  heap[at] = slot
}
