import { grown, roomForMore } from './grown.ts'

/**
 * Many sorted lists of unsigned numbers in one buffer. A list's room is a power of two; when it is full
 * the list moves to twice the room, and the old room goes to the next list that needs one of its size.
 * That keeps lists of one or two numbers, which are most, at 4 to 8 bytes plus 9 of book-keeping.
 *
 * Invariant: each list ascends and holds a number once.
 */
export class SortedListPool {
  /** Numbers of all lists; read list n at `start(n)` to `start(n) + size(n)`. Replaced when it grows. */
  pool = new Uint32Array(1024)
  /** Where in the pool each list begins, and how long it is: for loops that read many lists. */
  starts = new Uint32Array(64)
  sizes = new Uint32Array(64)
  /** Room of each list as a power of two, plus one; 0 for none. */
  private rooms = new Uint8Array(64)
  private used = 0
  private readonly freeByRoom: number[][] = []

  start(list: number): number {
    return list < this.starts.length ? (this.starts[list] as number) : 0
  }

  size(list: number): number {
    return list < this.sizes.length ? (this.sizes[list] as number) : 0
  }

  /** A view of a list, valid until the next change. */
  list(list: number): Uint32Array {
    const start = this.start(list)
    return this.pool.subarray(start, start + this.size(list))
  }

  has(list: number, value: number): boolean {
    const size = this.size(list)
    const at = this.find(list, value)
    return at < size && this.pool[this.start(list) + at] === value
  }

  /** False when the number was in the list already. */
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

  /** Makes a list of numbers that ascend, in place of what it was. */
  replace(list: number, values: readonly number[]): void {
    if (list >= this.starts.length) this.growLists(list + 1)
    if ((this.rooms[list] as number) < roomFor(values.length)) this.move(list, roomFor(values.length), 0)
    const start = this.starts[list] as number
    for (let i = 0; i < values.length; i++) this.pool[start + i] = values[i] as number
    this.sizes[list] = values.length
    if (values.length === 0) this.release(list)
  }

  /**
   * Lengthens each list by so many numbers, and answers with the place in the pool of the first of them. Whoever
   * asked writes them there before anybody reads: ascending, each once, and beyond those that the list had.
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

  /** Grows when little room is spare, so that the next numbers need not wait for it: a ms for each MB. */
  makeRoom(): void {
    const { length } = this.pool
    if (length - this.used < length / 64) this.growPool(length + Math.ceil(length / 16))
  }

  /** False when the number was not in the list. */
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

  /** Where in a list a number stands, or would. */
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

  /** How much a list has to get to hold so many more; 0 when it has room for them. */
  private roomMissing(list: number, more: number): number {
    if (more === 0) return 0
    const room = roomFor((this.sizes[list] as number) + more)
    return room > (this.rooms[list] as number) ? 1 << (room - 1) : 0
  }

  /** Moves a list to other room, with as many of its numbers as are to be kept. */
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
    this.pool = grown(this.pool, new Uint32Array(to))
  }

  /** By little: what is spare is a share of all lists, and copying them is quick. */
  private growPoolToHold(count: number): void {
    this.growPool(Math.max(count, Math.ceil(this.pool.length * 1.125)))
  }

  private growLists(atLeast: number): void {
    const length = roomForMore(atLeast, this.starts.length)
    this.starts = grown(this.starts, new Uint32Array(length))
    this.sizes = grown(this.sizes, new Uint32Array(length))
    this.rooms = grown(this.rooms, new Uint8Array(length))
  }
}

/** The room that so many numbers take, as a power of two, plus one; 0 for none. */
function roomFor(count: number): number {
  return count === 0 ? 0 : 33 - Math.clz32(count - 1)
}
