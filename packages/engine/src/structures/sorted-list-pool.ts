import { resized, roomForMore } from './bits.ts'

/**
 * Many sorted lists of unsigned numbers in one buffer. Capacities are powers of two. A full list moves to
 * twice the capacity; its old block goes to the next list of that size. A list of one or two numbers, the
 * usual case, takes 4 to 8 bytes and 9 of bookkeeping.
 *
 * Invariant: each list ascends, without repeats.
 */
export class SortedListPool {
  /**
   * Numbers of all lists. List n is at `start(n)` to `start(n) + size(n)`. The buffer is replaced when it
   * grows.
   */
  pool = new Uint32Array(1024)
  /** Start and length of each list, for loops over many lists. */
  starts = new Uint32Array(64)
  sizes = new Uint32Array(64)
  /** Capacity of each list as a power of two, plus one; 0 for none. */
  private rooms = new Uint8Array(64)
  private used = 0
  private readonly freeByRoom: number[][] = []

  start(list: number): number {
    return list < this.starts.length ? (this.starts[list] as number) : 0
  }

  size(list: number): number {
    return list < this.sizes.length ? (this.sizes[list] as number) : 0
  }

  /** Returns a view of a list. Valid until the next change. */
  list(list: number): Uint32Array {
    const start = this.start(list)
    return this.pool.subarray(start, start + this.size(list))
  }

  has(list: number, value: number): boolean {
    const size = this.size(list)
    const at = this.find(list, value)
    return at < size && this.pool[this.start(list) + at] === value
  }

  /** Returns false when the list has the number already. */
  add(list: number, value: number): boolean {
    if (list >= this.starts.length) this.growLists(list + 1)
    const size = this.sizes[list] as number
    const isLast = size === 0 || (this.pool[(this.starts[list] as number) + size - 1] as number) < value
    const at = isLast ? size : this.find(list, value)
    if (!isLast && this.pool[(this.starts[list] as number) + at] === value) return false
    if (this.isFull(list)) this.move(list, (this.rooms[list] as number) + 1, size)
    const start = this.starts[list] as number
    if (!isLast) this.pool.copyWithin(start + at + 1, start + at, start + size)
    this.pool[start + at] = value
    this.sizes[list] = size + 1
    return true
  }

  /** Replaces a list. The numbers must ascend. */
  replace(list: number, values: readonly number[]): void {
    if (list >= this.starts.length) this.growLists(list + 1)
    if ((this.rooms[list] as number) < roomFor(values.length)) this.move(list, roomFor(values.length), 0)
    const start = this.starts[list] as number
    for (let i = 0; i < values.length; i++) this.pool[start + i] = values[i] as number
    this.sizes[list] = values.length
    if (values.length === 0) this.release(list)
  }

  /**
   * Reserves space at the end of each list and returns the position of the first reserved number of each. The
   * caller must fill the space before any read: ascending, without repeats, above all numbers of the list.
   */
  extend(more: Uint32Array): Uint32Array {
    if (more.length > this.starts.length) this.growLists(more.length)
    let room = 0
    for (let list = 0; list < more.length; list++) room += this.roomMissing(list, more[list] as number)
    if (this.used + room > this.pool.length) this.growPoolToHold(this.used + room)
    const places = new Uint32Array(more.length)
    for (let list = 0; list < more.length; list++) {
      const count = more[list] as number
      if (count === 0) continue
      const size = this.sizes[list] as number
      if (this.roomMissing(list, count) > 0) this.move(list, roomFor(size + count), size)
      places[list] = (this.starts[list] as number) + size
      this.sizes[list] = size + count
    }
    return places
  }

  /** Grows the buffer when little of it is free, so that later inserts don't wait for the copy (1 ms a MB). */
  makeRoom(): void {
    const { length } = this.pool
    if (length - this.used < length / 64) this.growPool(length + Math.ceil(length / 16))
  }

  /** Returns false when the list doesn't have the number. */
  remove(list: number, value: number): boolean {
    const size = this.size(list)
    const at = this.find(list, value)
    const start = this.start(list)
    if (at >= size || this.pool[start + at] !== value) return false
    this.pool.copyWithin(start + at, start + at + 1, start + size)
    this.sizes[list] = size - 1
    if (size === 1) this.release(list)
    return true
  }

  clear(list: number): void {
    if (this.size(list) === 0) return
    this.sizes[list] = 0
    this.release(list)
  }

  approximateBytes(): number {
    return this.pool.byteLength + this.starts.byteLength * 2 + this.rooms.byteLength
  }

  /** Returns the lower bound of a number in a list. */
  private find(list: number, value: number): number {
    const start = this.start(list)
    let low = 0
    let high = this.size(list)
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.pool[start + middle] as number) < value) low = middle + 1
      else high = middle
    }
    return low
  }

  private isFull(list: number): boolean {
    const room = this.rooms[list] as number
    return room === 0 || this.sizes[list] === 1 << (room - 1)
  }

  /** Returns the capacity that a list must gain to hold `more` numbers; 0 when they fit. */
  private roomMissing(list: number, more: number): number {
    if (more === 0) return 0
    const room = roomFor((this.sizes[list] as number) + more)
    return room > (this.rooms[list] as number) ? 1 << (room - 1) : 0
  }

  /** Moves a list to another block, keeping its first numbers. */
  private move(list: number, room: number, kept: number): void {
    const from = this.starts[list] as number
    const to = this.take(room)
    if (kept > 0) this.pool.copyWithin(to, from, from + kept)
    const before = this.rooms[list] as number
    if (before > 0) this.free(before, from)
    this.starts[list] = to
    this.rooms[list] = room
  }

  private take(room: number): number {
    const free = this.freeByRoom[room]?.pop()
    if (free !== undefined) return free
    const start = this.used
    this.used += 1 << (room - 1)
    if (this.used > this.pool.length) this.growPoolToHold(this.used)
    return start
  }

  private release(list: number): void {
    if (this.rooms[list] === 0) return
    this.free(this.rooms[list] as number, this.starts[list] as number)
    this.rooms[list] = 0
  }

  private free(room: number, start: number): void {
    this.freeByRoom[room] ??= []
    this.freeByRoom[room].push(start)
  }

  private growPool(to: number): void {
    this.pool = resized(this.pool, new Uint32Array(to))
  }

  /** Grows by only an eighth, so that little memory lies unused. Copying more often is affordable. */
  private growPoolToHold(count: number): void {
    this.growPool(Math.max(count, Math.ceil(this.pool.length * 1.125)))
  }

  private growLists(atLeast: number): void {
    const length = roomForMore(atLeast, this.starts.length)
    this.starts = resized(this.starts, new Uint32Array(length))
    this.sizes = resized(this.sizes, new Uint32Array(length))
    this.rooms = resized(this.rooms, new Uint8Array(length))
  }
}

/** The room for `count` numbers, as it is stored: 0 for none; n + 1 for a capacity of 2^n. */
function roomFor(count: number): number {
  return count === 0 ? 0 : 33 - Math.clz32(count - 1)
}
