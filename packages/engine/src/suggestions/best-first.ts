/**
 * A priority queue of indexes by score, best first, ties by index. Scores never rise. Implemented as a binary
 * heap.
 */
export class BestFirst {
  size: number
  private readonly scores: Float64Array
  private readonly heap: Uint32Array

  /** @param scores by index; owned and changed by the queue */
  constructor(scores: Float64Array) {
    this.scores = scores
    this.size = scores.length
    this.heap = new Uint32Array(this.size)
    for (let place = 0; place < this.size; place++) this.heap[place] = place
    for (let at = (this.size >> 1) - 1; at >= 0; at--) this.sink(at)
  }

  /** The index with the best score. The queue must not be empty. */
  get first(): number {
    return this.heap[0] as number
  }

  /** The score of `first`. */
  get best(): number {
    return this.scores[this.first] as number
  }

  /** Lowers the score of the first index. */
  lower(score: number): void {
    this.scores[this.first] = score
    this.sink(0)
  }

  /** Removes the first index. */
  drop(): void {
    this.heap[0] = this.heap[--this.size] as number
    this.sink(0)
  }

  private sink(from: number): void {
    const { heap, size } = this
    const place = heap[from] as number
    let at = from
    for (;;) {
      let child = 2 * at + 1
      if (child >= size) break
      if (child + 1 < size && this.isBefore(heap[child + 1] as number, heap[child] as number)) child++
      if (!this.isBefore(heap[child] as number, place)) break
      heap[at] = heap[child] as number
      at = child
    }
    heap[at] = place
  }

  private isBefore(a: number, b: number): boolean {
    const [ofA, ofB] = [this.scores[a] as number, this.scores[b] as number]
    return ofA > ofB || (ofA === ofB && a < b)
  }
}
