import type { Id } from '@cardinal/domain'
import { addAll, addCommon, type Bits, bitsFor, takeAway } from './bits.ts'
import type { CardTable } from './card-table.ts'
import type { PostingLists } from './posting-lists.ts'
import type { TagTable } from './tag-table.ts'

/** What is asked of the other tables. */
interface Rows {
  readonly tags: Pick<TagTable, 'implied'>
  readonly postings: Pick<PostingLists, 'addTo' | 'takeFrom'>
  readonly cards: Pick<CardTable, 'capacity'>
}

/** Bytes of bitmaps that are kept. */
const MOST_BYTES = 8 << 20

/**
 * The cards that tags find: their own, and those of every tag that implies one of them. The cards below a child group are
 * kept until a row changes, because hundreds of tags in one question may have the same large group as a child.
 */
export class TaggedCards {
  private readonly rows: Rows
  /** Cards of the tags of a group, and of every tag that implies one of these, by the group's id. */
  private readonly below = new Map<Id, Bits>()
  private bytes = 0

  constructor(rows: Rows) {
    this.rows = rows
  }

  /** Forgets what is kept, because a row came, changed or went. */
  rowChanged(): void {
    if (this.bytes > 0) this.forget()
  }

  /** @param within skips other cards; as long as the bitmap */
  addTo(bits: Bits, tags: readonly number[], within: Bits | null = null): void {
    const { own, groupIds } = this.rows.tags.implied.implying(tags)
    for (const tag of own) this.rows.postings.addTo(bits, tag, within)
    for (const id of groupIds)
      if (within === null) addAll(bits, this.belowGroup(id))
      else addCommon(bits, this.belowGroup(id), within)
  }

  takeFrom(bits: Bits, tags: readonly number[]): void {
    const { own, groupIds } = this.rows.tags.implied.implying(tags)
    for (const tag of own) this.rows.postings.takeFrom(bits, tag)
    for (const id of groupIds) takeAway(bits, this.belowGroup(id))
  }

  get approximateBytes(): number {
    return this.bytes
  }

  private belowGroup(id: Id): Bits {
    const known = this.below.get(id)
    if (known !== undefined) return known
    const { tags, postings, cards } = this.rows
    const found = bitsFor(cards.capacity)
    for (const tag of tags.implied.belowGroup(id)) postings.addTo(found, tag)
    if (this.bytes + found.byteLength > MOST_BYTES) this.forget()
    this.below.set(id, found)
    this.bytes += found.byteLength
    return found
  }

  private forget(): void {
    this.below.clear()
    this.bytes = 0
  }
}
