/** Negative: slot a comes before slot b. Never 0 for two slots. */
export type CompareSlots = (a: number, b: number) => number

/**
 * The first `count` slots of an order, in that order, without sorting the rest: a heap holds the best so
 * far with the worst of them on top, where each further slot is compared with it alone.
 */
export function firstSlots(slots: Uint32Array, count: number, compare: CompareSlots): number[] {
  if (count <= 0 || slots.length === 0) return []
  if (count >= slots.length) return Array.from(slots).sort(compare)
  const heap: number[] = []
  // Slots are taken in the order of arrival, and so times mostly ascend with them; beginning at the
  // better end, nearly every comparison ends at the top of the heap.
  const isBackward = compare(slots[slots.length - 1] as number, slots[0] as number) < 0
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[isBackward ? slots.length - 1 - i : i] as number
    if (heap.length < count) {
      heap.push(slot)
      if (heap.length === count) for (let j = (count >> 1) - 1; j >= 0; j--) sink(heap, j, compare)
    } else if (compare(slot, heap[0] as number) < 0) {
      heap[0] = slot
      sink(heap, 0, compare)
    }
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
