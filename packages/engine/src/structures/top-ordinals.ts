import { type Bits, firstOrdinal, isEmpty, lastOrdinal } from './bits.ts'

/** Negative when ordinal a comes before ordinal b. Never 0 for two different ordinals. */
export type CompareOrdinals = (a: number, b: number) => number

/** A total order of ordinals. */
export interface OrdinalOrder {
  /** Sort keys: the smaller `turn` × key comes first. If equal, `compare` decides. */
  readonly keys: Float64Array | Uint16Array | Uint32Array
  /**
   * For each block of 32 ordinals, a key that comes before or equals those of all its ordinals; null:
   * unknown.
   */
  readonly best: Float64Array | null
  readonly turn: 1 | -1
  /**
   * The exact key of an ordinal, where `keys` holds only a bound that may be better. Called only for ordinals
   * that would be selected.
   */
  readonly settle?: (ordinal: number) => number
  /** Compares by time of adding, where `compare` does not go by it. */
  readonly compareAges?: CompareOrdinals
  /** The whole order, ties included. */
  readonly compare: CompareOrdinals
}

/**
 * Selects the first `count` ordinals of a bitmap in an order, with a bounded heap. Skips whole blocks of 32
 * by their bound, and most other ordinals by their key.
 *
 * @param isWanted filter that is asked only for ordinals that would be selected
 */
export function firstOrdinals(
  set: Bits,
  count: number,
  { keys, best, turn, compare, settle, compareAges = compare }: OrdinalOrder,
  isWanted: (ordinal: number) => boolean = () => true,
): number[] {
  const room = Math.min(count, set.length * 32)
  if (room <= 0 || isEmpty(set)) return []
  const heap = new Heap(room, compare)
  let { worst } = heap
  // Cards mostly arrive in order of time, ascending or descending. Starting at the better end fills the heap
  // with the right ordinals at once.
  const isBackward = doLateComeFirst(set, compareAges)
  for (let i = 0; i < set.length; i++) {
    const at = isBackward ? set.length - 1 - i : i
    // Tested before the word itself: this test nearly always succeeds, while the other one is mispredicted.
    if (best !== null && turn * (best[at] as number) > worst) continue
    let word = set[at] as number
    while (word !== 0) {
      const bit = isBackward ? 31 - Math.clz32(word) : 31 - Math.clz32(word & -word)
      word ^= 1 << bit
      const ordinal = (at << 5) + bit
      let key = turn * (keys[ordinal] as number)
      if (key > worst) continue
      if (settle !== undefined) key = turn * settle(ordinal)
      if (key > worst || !isWanted(ordinal)) continue
      heap.add(ordinal, key)
      worst = heap.worst
    }
  }
  return heap.ordinals().sort(compare)
}

/**
 * Whether late ordinals mostly come before early ones. Leaves out the first and last ordinal: after a load
 * that began with the newest card, a card added since has the last ordinal.
 */
function doLateComeFirst(set: Bits, compare: CompareOrdinals): boolean {
  const [first, last] = [firstOrdinal(set), lastOrdinal(set)]
  const ordinalAt = (share: number) => firstOrdinal(set, first + Math.floor((last - first) * share))
  return compare(ordinalAt(3 / 4), ordinalAt(1 / 4)) < 0
}

/** The best ordinals so far, the worst on top. Compares keys as numbers, then the ordinals themselves. */
class Heap {
  /** The greatest key in a full heap: ordinals with greater keys are skipped. */
  worst = Number.POSITIVE_INFINITY
  private size = 0
  private readonly room: number
  private readonly compare: CompareOrdinals
  private readonly heapOrdinals: Uint32Array
  private readonly heapKeys: Float64Array

  constructor(room: number, compare: CompareOrdinals) {
    this.room = room
    this.compare = compare
    this.heapOrdinals = new Uint32Array(room)
    this.heapKeys = new Float64Array(room)
  }

  ordinals(): number[] {
    return Array.from(this.heapOrdinals.subarray(0, this.size))
  }

  add(ordinal: number, key: number): void {
    if (this.size < this.room) {
      this.rise(this.size++, ordinal, key)
      if (this.size < this.room) return
    } else if (this.isBehind(0, ordinal, key)) this.sink(ordinal, key)
    this.worst = this.heapKeys[0] as number
  }

  /** Returns whether the ordinal at a position comes after an ordinal in the order. */
  private isBehind(at: number, ordinal: number, key: number): boolean {
    const other = this.heapKeys[at] as number
    return other === key ? this.compare(this.heapOrdinals[at] as number, ordinal) > 0 : other > key
  }

  private put(at: number, ordinal: number, key: number): void {
    this.heapOrdinals[at] = ordinal
    this.heapKeys[at] = key
  }

  private rise(from: number, ordinal: number, key: number): void {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      const [other, otherKey] = [this.heapOrdinals[parent] as number, this.heapKeys[parent] as number]
      if (this.isBehind(parent, ordinal, key)) break
      this.put(at, other, otherKey)
      at = parent
    }
    this.put(at, ordinal, key)
  }

  private sink(ordinal: number, key: number): void {
    const { heapOrdinals, heapKeys, size } = this
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= size) break
      if (
        child + 1 < size &&
        this.isBehind(child + 1, heapOrdinals[child] as number, heapKeys[child] as number)
      )
        child++
      if (!this.isBehind(child, ordinal, key)) break
      this.put(at, heapOrdinals[child] as number, heapKeys[child] as number)
      at = child
    }
    this.put(at, ordinal, key)
  }
}
