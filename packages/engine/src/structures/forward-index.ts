import { grown } from './grown.ts'
import { FIRST_TAG } from './tag-table.ts'

/**
 * The tag ordinals of each card, by card ordinal. A card has a record of eight numbers: how many tags it has, and the
 * first seven of them. So whoever counts tags reads one record of the processor's cache for a card; and as the
 * empty places hold numbers that no tag has, and are counted like the others, no step depends on how many tags a
 * card has, which a processor can't foresee. Each empty place holds a number of its own, for a processor has to
 * wait where it counts the same thing twice in a row. Further tags are kept in an overflow map.
 *
 * The numbers take two bytes each as long as all tag ordinals fit into them, four from then on: records that are half
 * as long are in the nearer caches twice as often.
 *
 * Invariant: the tags of a card ascend, each once.
 */
export class ForwardIndex {
  private records: Uint16Array | Uint32Array = new Uint16Array(RECORD * 1024)
  /** The tags that are not on the record. */
  private readonly overflow = new Map<number, readonly number[]>()
  /** For `tally`: 0 for every tag between two calls. */
  private counts = new Uint32Array(64)

  size(ordinal: number): number {
    return this.records[recordOf(ordinal)] ?? 0
  }

  list(ordinal: number): number[] {
    const at = recordOf(ordinal) + 1
    const size = this.size(ordinal)
    const inRecord = Array.from(this.records.subarray(at, at + Math.min(size, IN_RECORD)))
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

  /** Adds up the tags of cards, by tag ordinal; what is counted below `FIRST_TAG` says nothing. */
  count(cards: Uint32Array, counts: Uint32Array): void {
    const { records } = this
    for (let from = 0; from < cards.length; from += BATCH) {
      const to = Math.min(from + BATCH, cards.length)
      if (prefetchRecords(records, cards, from, to) > IN_RECORD)
        this.countOverflow(cards.subarray(from, to), counts)
      countRecords(records, cards, from, to, counts)
    }
  }

  /** The tags of cards, in no order, and how many of the cards carry each. */
  tally(cards: Uint32Array): Tally {
    const { counts } = this
    this.count(cards, counts)
    const tally: Tally = { tags: [], counts: [] }
    // Whichever is less: what stands on the records of the cards, or all tags.
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
    this.records = grown(
      this.records,
      this.records instanceof Uint16Array ? new Uint16Array(length) : new Uint32Array(length),
    )
  }
}

/** Tags, and at the same places how many cards carry each. */
export interface Tally {
  readonly tags: number[]
  readonly counts: number[]
}

/**
 * Reads the beginnings of the records of several cards: the processor fetches them side by side, not one by one. By
 * fours, for a step of a loop costs as much as what it does here.
 *
 * @returns all sizes or-ed: above `IN_RECORD` if one is
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
    // All read before one is counted, and one by one: a loop over the seven takes half as long again.
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

/** Where a card's record begins: eight numbers a card, in figures that a loop needn't look up for each. */
function recordOf(ordinal: number): number {
  return ordinal << 3
}

function countOne(counts: Uint32Array, tag: number): void {
  counts[tag] = (counts[tag] as number) + 1
}

/** Moves the count of a tag over, if it has one. */
function take(tally: Tally, counts: Uint32Array, tag: number): void {
  const count = counts[tag] as number
  if (count === 0) return
  counts[tag] = 0
  if (tag < FIRST_TAG) return
  tally.tags.push(tag)
  tally.counts.push(count)
}

const RECORD = 8
/** Cards whose records are fetched at once; they fit into the nearest cache. */
const BATCH = 256
const IN_RECORD = RECORD - 1
const WIDEST_OF_TWO_BYTES = 0xffff
/** An entry of the map and a short array. */
const BYTES_OF_OVERFLOW = 120
