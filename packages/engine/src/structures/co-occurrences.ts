import type { ForwardIndex, Tally } from './forward-index.ts'
import { grown } from './grown.ts'
import type { PostingLists } from './posting-lists.ts'
import { FIRST_TAG } from './tag-table.ts'

/**
 * Which tags go together: how many of a tag's cards carry each tag. For a frequent tag this is counted when somebody
 * asks, and kept exact from then on, for every change of a card's tags is told. Where there are many such tags, those
 * are left out that nobody asked for longest, so that a change has few counts to keep exact.
 */
export class CoOccurrences {
  private readonly postings: PostingLists
  private readonly forwardIndex: ForwardIndex
  /** For each tag its counts by tag ordinal; the one asked for last at the end. */
  private readonly countsByTag = new Map<number, Uint32Array>()

  constructor(postings: PostingLists, forwardIndex: ForwardIndex) {
    this.postings = postings
    this.forwardIndex = forwardIndex
  }

  /**
   * The tags of a tag's cards, itself among them, in no order, and how many of the cards carry each.
   *
   * @param tagOrdinals tag ordinals are below this
   */
  tally(tag: number, tagOrdinals: number): Tally {
    if (this.postings.size(tag) < FREQUENT) return this.forwardIndex.tally(this.postings.list(tag))
    const counts = this.countsWith(tag, tagOrdinals)
    const tally: Tally = { tags: [], counts: [] }
    for (let other = FIRST_TAG; other < counts.length; other++) {
      const count = counts[other] as number
      if (count === 0) continue
      tally.tags.push(other)
      tally.counts.push(count)
    }
    return tally
  }

  /** To be told of each card whose tags change, with both lists ascending. */
  move(before: readonly number[], after: readonly number[]): void {
    if (this.countsByTag.size === 0) return
    this.addAll(before, -1)
    this.addAll(after, 1)
  }

  /** To be told of a tag that all cards lose at once. */
  remove(tag: number): void {
    this.countsByTag.delete(tag)
    for (const counts of this.countsByTag.values()) if (tag < counts.length) counts[tag] = 0
  }

  approximateBytes(): number {
    let bytes = 0
    for (const counts of this.countsByTag.values()) bytes += counts.byteLength
    return bytes
  }

  private countsWith(tag: number, tagOrdinals: number): Uint32Array {
    const known = this.countsByTag.get(tag)
    const counts = known ?? new Uint32Array(tagOrdinals)
    if (known === undefined) this.forwardIndex.count(this.postings.list(tag), counts)
    this.countsByTag.delete(tag)
    this.countsByTag.set(tag, counts)
    if (this.countsByTag.size > KEPT) {
      const [oldest] = this.countsByTag.keys()
      if (oldest !== undefined) this.countsByTag.delete(oldest)
    }
    return counts
  }

  private addAll(tags: readonly number[], step: number): void {
    const end = (tags.at(-1) ?? 0) + 1
    for (const tag of tags) {
      const known = this.countsByTag.get(tag)
      if (known === undefined) continue
      const counts = end > known.length ? grown(known, new Uint32Array(end)) : known
      if (counts !== known) this.countsByTag.set(tag, counts)
      for (const other of tags) counts[other] = (counts[other] as number) + step
    }
  }
}

/** Counting fewer cards takes no longer than going over what is kept. */
const FREQUENT = 512
/** For so many tags counts are kept. */
const KEPT = 64
