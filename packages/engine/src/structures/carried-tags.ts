import { grown } from './grown.ts'
import { FIRST_TAG } from './tag-table.ts'

/**
 * The tag slots of each card, by card slot. A card has a line of eight numbers: how many tags it has, and the
 * first seven of them. So whoever counts tags reads one line of the processor's cache for a card; and as the
 * empty places hold numbers that no tag has, and are counted like the others, no step depends on how many tags a
 * card has, which a processor can't foresee. Each empty place holds a number of its own, for a processor has to
 * wait where it counts the same thing twice in a row. What a card has beyond seven is kept apart.
 *
 * The numbers take two bytes each as long as all tag slots fit into them, four from then on: lines that are half
 * as long are in the nearer caches twice as often.
 *
 * Invariant: the tags of a card ascend, each once.
 */
export class CarriedTags {
  private lines: Uint16Array | Uint32Array = new Uint16Array(LINE * 1024)
  /** The tags that are not on the line. */
  private readonly beyond = new Map<number, readonly number[]>()
  /** For `tally`: 0 for every tag between two calls. */
  private counts = new Uint32Array(64)

  size(slot: number): number {
    return this.lines[lineOf(slot)] ?? 0
  }

  list(slot: number): number[] {
    const at = lineOf(slot) + 1
    const size = this.size(slot)
    const onLine = Array.from(this.lines.subarray(at, at + Math.min(size, ON_LINE)))
    return size > ON_LINE ? [...onLine, ...(this.beyond.get(slot) ?? [])] : onLine
  }

  has(slot: number, tag: number): boolean {
    const end = lineOf(slot) + LINE
    for (let at = end - ON_LINE; at < end; at++) if (this.lines[at] === tag) return true
    return this.beyond.get(slot)?.includes(tag) ?? false
  }

  /** @param tags ascending, each once */
  replace(slot: number, tags: readonly number[]): void {
    const at = lineOf(slot)
    if (at >= this.lines.length) this.grow(at + LINE)
    if (this.size(slot) > ON_LINE) this.beyond.delete(slot)
    const last = tags.at(-1) ?? 0
    if (last > WIDEST_OF_TWO_BYTES && this.lines instanceof Uint16Array)
      this.lines = Uint32Array.from(this.lines)
    this.lines[at] = tags.length
    for (let i = 0; i < ON_LINE; i++) this.lines[at + 1 + i] = tags[i] ?? i
    if (tags.length > ON_LINE) this.beyond.set(slot, tags.slice(ON_LINE))
    if (last >= this.counts.length) this.counts = new Uint32Array(last * 2)
  }

  remove(slot: number, tag: number): void {
    this.replace(
      slot,
      this.list(slot).filter((each) => each !== tag),
    )
  }

  /** Adds up the tags of cards, by tag slot; what is counted below `FIRST_TAG` says nothing. */
  count(cards: Uint32Array, counts: Uint32Array): void {
    const { lines } = this
    for (let from = 0; from < cards.length; from += BATCH) {
      const to = Math.min(from + BATCH, cards.length)
      if (touchLines(lines, cards, from, to) > ON_LINE) this.countBeyond(cards.subarray(from, to), counts)
      countLines(lines, cards, from, to, counts)
    }
  }

  /** The tags of cards, in no order, and how many of the cards carry each. */
  tally(cards: Uint32Array): Tally {
    const { counts } = this
    this.count(cards, counts)
    const tally: Tally = { tags: [], counts: [] }
    // Whichever is less: what stands on the lines of the cards, or all tags.
    if (cards.length * LINE < counts.length)
      for (let i = 0; i < cards.length; i++) {
        const slot = cards[i] as number
        const end = lineOf(slot) + LINE
        for (let at = end - ON_LINE; at < end; at++) take(tally, counts, this.lines[at] as number)
        if (this.size(slot) > ON_LINE) for (const tag of this.beyond.get(slot) ?? []) take(tally, counts, tag)
      }
    else for (let tag = 0; tag < counts.length; tag++) take(tally, counts, tag)
    return tally
  }

  approximateBytes(): number {
    return this.lines.byteLength + this.beyond.size * BYTES_BEYOND
  }

  private countBeyond(cards: Uint32Array, counts: Uint32Array): void {
    for (const slot of cards)
      if (this.size(slot) > ON_LINE) for (const tag of this.beyond.get(slot) ?? []) countOne(counts, tag)
  }

  private grow(atLeast: number): void {
    const length = Math.max(atLeast, this.lines.length * 2)
    this.lines = grown(
      this.lines,
      this.lines instanceof Uint16Array ? new Uint16Array(length) : new Uint32Array(length),
    )
  }
}

/** Tags, and at the same places how many cards carry each. */
export interface Tally {
  readonly tags: number[]
  readonly counts: number[]
}

/**
 * Reads the beginnings of the lines of several cards: the processor fetches them side by side, not one by one. By
 * fours, for a step of a loop costs as much as what it does here.
 *
 * @returns all sizes or-ed: above `ON_LINE` if one is
 */
function touchLines(lines: Uint16Array | Uint32Array, cards: Uint32Array, from: number, to: number): number {
  let sizes = 0
  let i = from
  for (; i + 3 < to; i += 4) {
    const ofTwo = sizeAt(lines, cards, i) | sizeAt(lines, cards, i + 1)
    sizes |= ofTwo | sizeAt(lines, cards, i + 2) | sizeAt(lines, cards, i + 3)
  }
  for (; i < to; i++) sizes |= sizeAt(lines, cards, i)
  return sizes
}

function sizeAt(lines: Uint16Array | Uint32Array, cards: Uint32Array, i: number): number {
  return lines[lineOf(cards[i] as number)] as number
}

function countLines(
  lines: Uint16Array | Uint32Array,
  cards: Uint32Array,
  from: number,
  to: number,
  counts: Uint32Array,
): void {
  for (let i = from; i < to; i++) {
    const at = lineOf(cards[i] as number)
    // All read before one is counted, and one by one: a loop over the seven takes half as long again.
    const a = lines[at | 1] as number
    const b = lines[at | 2] as number
    const c = lines[at | 3] as number
    const d = lines[at | 4] as number
    const e = lines[at | 5] as number
    const f = lines[at | 6] as number
    const g = lines[at | 7] as number
    countOne(counts, a)
    countOne(counts, b)
    countOne(counts, c)
    countOne(counts, d)
    countOne(counts, e)
    countOne(counts, f)
    countOne(counts, g)
  }
}

/** Where a card's line begins: eight numbers a card, in figures that a loop needn't look up for each. */
function lineOf(slot: number): number {
  return slot << 3
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

const LINE = 8
/** Cards whose lines are fetched at once; they fit into the nearest cache. */
const BATCH = 256
const ON_LINE = LINE - 1
const WIDEST_OF_TWO_BYTES = 0xffff
/** An entry of the map and a short array. */
const BYTES_BEYOND = 120
