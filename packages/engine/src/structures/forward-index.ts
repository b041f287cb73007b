import { resized } from './bits.ts'
import { FIRST_TAG } from './tag-table.ts'

/**
 * The tags of each card: tag ordinals by card ordinal.
 *
 * Each card has a fixed-width record of eight numbers: how many tags it has, then the first seven. Further
 * tags are in an overflow map. For example, a card with the tags 12 and 40 has the record
 *     [2, 12, 40, 2, 3, 4, 5, 6]
 * Unused places hold small numbers that no tag has. Counting adds all seven places without a branch; each
 * unused place has its own number, because adding to one counter twice in a row stalls.
 * Numbers have 16 bits while all tag ordinals fit, then 32.
 *
 * Invariant: the tags of a card ascend, each once.
 */
export class ForwardIndex {
  private records: Uint16Array | Uint32Array = new Uint16Array(RECORD * 1024)
  /** Tags that don't fit into the record. */
  private readonly overflow = new Map<number, readonly number[]>()
  /** Scratch counters for `tally`; zero between calls. */
  private counts = new Uint32Array(64)

  size(ordinal: number): number {
    return this.records[recordOf(ordinal)] ?? 0
  }

  list(ordinal: number): number[] {
    const at = recordOf(ordinal) + 1
    const size = this.size(ordinal)
    const inRecord: number[] = []
    for (let i = 0; i < Math.min(size, IN_RECORD); i++) inRecord.push(this.records[at + i] as number)
    return size > IN_RECORD ? [...inRecord, ...(this.overflow.get(ordinal) ?? [])] : inRecord
  }

  has(ordinal: number, tag: number): boolean {
    const end = recordOf(ordinal) + RECORD
    for (let at = end - IN_RECORD; at < end; at++) if (this.records[at] === tag) return true
    return this.overflow.get(ordinal)?.includes(tag) ?? false
  }

  /** @param tags ascending, each once */
  replace(ordinal: number, tags: readonly number[]): void {
    const at = recordOf(ordinal)
    if (at >= this.records.length) this.grow(at + RECORD)
    if (this.size(ordinal) > IN_RECORD) this.overflow.delete(ordinal)
    const last = tags.at(-1) ?? 0
    if (last > WIDEST_OF_TWO_BYTES && this.records instanceof Uint16Array)
      this.records = Uint32Array.from(this.records)
    this.records[at] = tags.length
    for (let i = 0; i < IN_RECORD; i++) this.records[at + 1 + i] = tags[i] ?? i
    if (tags.length > IN_RECORD) this.overflow.set(ordinal, tags.slice(IN_RECORD))
    if (last >= this.counts.length) this.counts = new Uint32Array(last * 2)
  }

  remove(ordinal: number, tag: number): void {
    this.replace(
      ordinal,
      this.list(ordinal).filter((each) => each !== tag),
    )
  }

  /** Adds the tags of cards to counters by tag ordinal. Counters below `FIRST_TAG` are meaningless. */
  count(cards: Uint32Array, counts: Uint32Array): void {
    const { records } = this
    for (let from = 0; from < cards.length; from += BATCH) {
      const to = Math.min(from + BATCH, cards.length)
      if (prefetchRecords(records, cards, from, to) > IN_RECORD)
        this.countOverflow(cards.subarray(from, to), counts)
      countRecords(records, cards, from, to, counts)
    }
  }

  /** Counts the tags of cards. Unordered. */
  tally(cards: Uint32Array): Tally {
    const { counts } = this
    this.count(cards, counts)
    const tally: Tally = { tags: [], counts: [] }
    // Reads either the cards' records or all counters, depending on which is less.
    if (cards.length * RECORD < counts.length)
      for (let i = 0; i < cards.length; i++) {
        const ordinal = cards[i] as number
        const end = recordOf(ordinal) + RECORD
        for (let at = end - IN_RECORD; at < end; at++) take(tally, counts, this.records[at] as number)
        if (this.size(ordinal) > IN_RECORD)
          for (const tag of this.overflow.get(ordinal) ?? []) take(tally, counts, tag)
      }
    else for (let tag = 0; tag < counts.length; tag++) take(tally, counts, tag)
    return tally
  }

  approximateBytes(): number {
    return this.records.byteLength + this.overflow.size * BYTES_OF_OVERFLOW
  }

  private countOverflow(cards: Uint32Array, counts: Uint32Array): void {
    for (const ordinal of cards)
      if (this.size(ordinal) > IN_RECORD)
        for (const tag of this.overflow.get(ordinal) ?? []) countOne(counts, tag)
  }

  private grow(atLeast: number): void {
    const length = Math.max(atLeast, this.records.length * 2)
    this.records = resized(
      this.records,
      this.records instanceof Uint16Array ? new Uint16Array(length) : new Uint32Array(length),
    )
  }
}

/** Tags, and at the same index the number of cards that have each. */
export interface Tally {
  readonly tags: number[]
  readonly counts: number[]
}

/**
 * Reads the first number of several records, so that the processor fetches them in parallel. Unrolled by
 * four.
 *
 * @returns the sizes combined by OR: above `IN_RECORD` if any size is
 */
function prefetchRecords(
  records: Uint16Array | Uint32Array,
  cards: Uint32Array,
  from: number,
  to: number,
): number {
  let sizes = 0
  let i = from
  for (; i + 3 < to; i += 4) {
    const ofTwo = sizeAt(records, cards, i) | sizeAt(records, cards, i + 1)
    sizes |= ofTwo | sizeAt(records, cards, i + 2) | sizeAt(records, cards, i + 3)
  }
  for (; i < to; i++) sizes |= sizeAt(records, cards, i)
  return sizes
}

function sizeAt(records: Uint16Array | Uint32Array, cards: Uint32Array, i: number): number {
  return records[recordOf(cards[i] as number)] as number
}

function countRecords(
  records: Uint16Array | Uint32Array,
  cards: Uint32Array,
  from: number,
  to: number,
  counts: Uint32Array,
): void {
  for (let i = from; i < to; i++) {
    const at = recordOf(cards[i] as number)
    // All seven are read before any counter changes. A loop would take half as long again.
    const a = records[at | 1] as number
    const b = records[at | 2] as number
    const c = records[at | 3] as number
    const d = records[at | 4] as number
    const e = records[at | 5] as number
    const f = records[at | 6] as number
    const g = records[at | 7] as number
    countOne(counts, a)
    countOne(counts, b)
    countOne(counts, c)
    countOne(counts, d)
    countOne(counts, e)
    countOne(counts, f)
    countOne(counts, g)
  }
}

/** Returns the index where a card's record begins. */
function recordOf(ordinal: number): number {
  return ordinal << 3
}

function countOne(counts: Uint32Array, tag: number): void {
  counts[tag] = (counts[tag] as number) + 1
}

/** Moves the counter of a tag into the tally, unless it is zero. */
function take(tally: Tally, counts: Uint32Array, tag: number): void {
  const count = counts[tag] as number
  if (count === 0) return
  counts[tag] = 0
  if (tag < FIRST_TAG) return
  tally.tags.push(tag)
  tally.counts.push(count)
}

const RECORD = 8
/** Number of cards whose records are prefetched together; they fit into the first-level cache. */
const BATCH = 256
const IN_RECORD = RECORD - 1
const WIDEST_OF_TWO_BYTES = 0xffff
/** An entry of the map and a short array. */
const BYTES_OF_OVERFLOW = 120
