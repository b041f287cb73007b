import type { Id } from '@cardinal/domain'
import { addAll, addCommon, type Bits, bitsFor, takeAway } from './bits.ts'
import type { CardTable } from './card-table.ts'
import type { PostingLists } from './posting-lists.ts'
import type { SliceEnd } from './slice-end.ts'
import type { TagTable } from './tag-table.ts'

/** The tables that are used here. */
interface Rows {
  readonly tags: Pick<TagTable, 'implied'>
  readonly postings: Pick<PostingLists, 'addTo' | 'takeFrom'>
  readonly cards: Pick<CardTable, 'capacity'>
  readonly sliceEnd: SliceEnd
}

/** Bytes of cached bitmaps. */
const MOST_BYTES = 16 << 20
/** If at least this many tags imply one tag, the cards of all of them are cached. */
const MANY_IMPLYING = 200

/**
 * The cards that tags find: their own, and those of every tag that implies one of them. The cards below a
 * child group, and of a tag that many tags imply, are cached until a row changes. One question may need the
 * same large group for hundreds of tags, and a question in slices needs the cache to get further.
 */
export class TaggedCards {
  private readonly rows: Rows
  /** Cards below a group by its id, and of a tag by its ordinal. */
  private readonly kept = new Map<Id | number, Bits>()
  private bytes = 0

  constructor(rows: Rows) {
    this.rows = rows
  }

  /** Clears the cache, because a row changed. */
  rowChanged(): void {
    if (this.bytes > 0) this.forget()
  }

  /** @param within the cards that may be added, in a bitmap of the same length */
  addTo(bits: Bits, tags: readonly number[], within: Bits | null = null): void {
    const { postings } = this.rows
    const { lists, bitmaps } = this.foundBy(tags)
    for (const tag of lists) postings.addTo(bits, tag, within)
    for (const found of bitmaps)
      if (within === null) addAll(bits, found)
      else addCommon(bits, found, within)
  }

  takeFrom(bits: Bits, tags: readonly number[]): void {
    const { lists, bitmaps } = this.foundBy(tags)
    for (const tag of lists) this.rows.postings.takeFrom(bits, tag)
    for (const found of bitmaps) takeAway(bits, found)
  }

  get approximateBytes(): number {
    return this.bytes
  }

  /** Returns the cards of tags in two parts: posting lists by the ordinals of their tags, and bitmaps. */
  private foundBy(tags: readonly number[]): {
    readonly lists: Iterable<number>
    readonly bitmaps: readonly Bits[]
  } {
    const only = tags.length === 1 ? tags[0] : undefined
    const known = only === undefined ? undefined : this.kept.get(only)
    if (known !== undefined) return { lists: [], bitmaps: [known] }
    const { own, groupIds } = this.rows.tags.implied.implying(tags)
    const bitmaps = Array.from(groupIds, (id) => this.belowGroup(id))
    if (only === undefined || own.size < MANY_IMPLYING) return { lists: own, bitmaps }
    const found = this.cardsOf(own)
    for (const each of bitmaps) addAll(found, each)
    return { lists: [], bitmaps: [this.keep(only, found)] }
  }

  private belowGroup(id: Id): Bits {
    return this.kept.get(id) ?? this.keep(id, this.cardsOf(this.rows.tags.implied.belowGroup(id)))
  }

  private cardsOf(tags: Iterable<number>): Bits {
    const found = bitsFor(this.rows.cards.capacity)
    for (const tag of tags) this.rows.postings.addTo(found, tag)
    return found
  }

  private keep(key: Id | number, found: Bits): Bits {
    if (this.bytes + found.byteLength > MOST_BYTES) this.forget()
    this.kept.set(key, found)
    this.bytes += found.byteLength
    this.rows.sliceEnd.check()
    return found
  }

  private forget(): void {
    this.kept.clear()
    this.bytes = 0
  }
}
