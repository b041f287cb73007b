import type { ForwardIndex, Tally } from './forward-index.ts'
import { grown } from './grown.ts'
import type { PostingLists } from './posting-lists.ts'
import { FIRST_TAG } from './tag-table.ts'

/**
 * Counts how many of a tag's cards have each other tag.
 * Counts of a frequent tag are computed at the first request and then kept exact with every change. When too
 * many tags are kept, the least recently used one is dropped.
 */
export class CoOccurrences {
  private readonly postings: PostingLists
  private readonly forwardIndex: ForwardIndex
  /** Counts by tag ordinal, for each kept tag. The most recently used tag comes last. */
  private readonly countsByTag = new Map<number, Uint32Array>()

  constructor(postings: PostingLists, forwardIndex: ForwardIndex) {
    this.postings = postings
    this.forwardIndex = forwardIndex
  }

  /**
   * Lists the tags on a tag's cards, the tag itself included, with the number of cards. Unordered.
   *
   * @param tagOrdinals exclusive upper bound of tag ordinals
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

  /** Updates the counts when the tags of one card change. Both lists ascend. */
  move(before: readonly number[], after: readonly number[]): void {
    if (this.countsByTag.size === 0) return
    this.addAll(before, -1)
    this.addAll(after, 1)
  }

  /** Updates the counts when a tag is removed from all cards. */
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

/** Below this many cards, counting again is as quick as reading kept counts. */
const FREQUENT = 512
/** How many tags have kept counts. */
const KEPT = 64
