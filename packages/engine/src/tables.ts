import type { Card, Id, Tag, TagGroup } from '@cardinal/domain'
import { CardTable } from './structures/card-table.ts'
import { ForwardIndex } from './structures/forward-index.ts'
import { GroupTable } from './structures/group-table.ts'
import { PostingLists } from './structures/posting-lists.ts'
import { SliceEnd } from './structures/slice-end.ts'
import { TagTable } from './structures/tag-table.ts'
import { TaggedCards } from './structures/tagged-cards.ts'
import { TextTable } from './structures/text-table.ts'

/** The tables that queries read. Each query names the few that it needs. */
export interface Reader {
  readonly cards: CardTable
  readonly tags: TagTable
  readonly groups: GroupTable
  readonly texts: TextTable
  /** Posting lists: card ordinals by tag ordinal. */
  readonly postings: PostingLists
  /** Forward index: tag ordinals by card ordinal. */
  readonly forwardIndex: ForwardIndex
  readonly taggedCards: TaggedCards
}

export interface TablesOptions {
  /** Approximate number of UTF-16 units to index in one step. */
  readonly unitsAtOnce: number
  /**
   * Whether rows are copied with their ids and empty lists interned. Otherwise they are kept as they come.
   */
  readonly copiesRows: boolean
  /** How many different tokens of texts are indexed; undefined: the usual number. */
  readonly mostTokens?: number | undefined
}

/**
 * The tables of one workspace. A change updates each table by the difference between the new row and the old
 * one.
 *
 * Invariant: `postings` and `forwardIndex` hold the same pairs, the tags of the cards' rows.
 */
export class Tables implements Reader {
  readonly cards = new CardTable()
  readonly groups = new GroupTable()
  readonly tags = new TagTable(this.groups)
  readonly postings = new PostingLists()
  readonly forwardIndex = new ForwardIndex()
  readonly taggedCards = new TaggedCards(this)
  readonly texts: TextTable
  readonly sliceEnd: SliceEnd
  private readonly options: TablesOptions

  constructor(options: TablesOptions, sliceEnd = new SliceEnd()) {
    this.options = options
    this.sliceEnd = sliceEnd
    const { unitsAtOnce, mostTokens } = options
    this.texts = new TextTable(this.cards, unitsAtOnce, { sliceEnd, mostTokens })
  }

  putCard(card: Card): void {
    this.taggedCards.rowChanged()
    const ordinal = this.cards.ordinalFor(card.id)
    this.texts.note(ordinal, this.cards.in(ordinal), card)
    const tagOrdinals = card.tagIds.map((id) => this.tags.ordinalFor(id))
    this.cards.put(ordinal, this.options.copiesRows ? this.interned(card, tagOrdinals) : card)
    this.putTagsOf(ordinal, sortAndThin(tagOrdinals))
  }

  removeCard(id: Id): void {
    const ordinal = this.cards.ordinalOf(id)
    if (ordinal === undefined) return
    this.taggedCards.rowChanged()
    this.texts.note(ordinal, this.cards.at(ordinal), undefined)
    this.putTagsOf(ordinal, [])
    this.cards.remove(id)
  }

  putTag(tag: Tag): void {
    this.taggedCards.rowChanged()
    this.tags.put(tag)
  }

  /** Removes a tag from every card and group, then the tag itself. */
  removeTag(id: Id): void {
    this.taggedCards.rowChanged()
    this.groups.removeTag(id)
    const tagOrdinal = this.tags.ordinalOf(id)
    if (tagOrdinal === undefined) return
    for (const ordinal of this.postings.list(tagOrdinal)) {
      const card = this.cards.at(ordinal)
      this.cards.putTags(ordinal, { ...card, tagIds: card.tagIds.filter((tagId) => tagId !== id) })
      this.forwardIndex.remove(ordinal, tagOrdinal)
    }
    this.postings.clear(tagOrdinal)
    this.tags.remove(id)
  }

  putGroup(group: TagGroup): void {
    this.groups.put(group)
    this.taggedCards.rowChanged()
  }

  removeGroup(id: Id): void {
    this.groups.remove(id)
    this.taggedCards.rowChanged()
  }

  /** Flushes some deferred work. False: nothing was left. */
  flush(): boolean {
    if (this.texts.flush()) return true
    this.postings.makeRoom()
    return false
  }

  get isWorthRebuilding(): boolean {
    return this.cards.isWorthRebuilding || this.texts.isWorthRebuilding
  }

  /** Rebuilds the tables from their rows, without the gaps that deletions left. */
  rebuilt(): Tables {
    const fresh = new Tables(this.options, this.sliceEnd)
    for (const ordinal of this.tags.inNameOrder()) {
      const tag = this.tags.at(ordinal)
      if (tag !== undefined) fresh.putTag(tag)
    }
    for (const card of this.cards.values()) fresh.putCard(card)
    for (const group of this.groups.values()) fresh.putGroup(group)
    return fresh
  }

  approximateBytes(): number {
    const { cards, tags, groups, texts, postings, forwardIndex } = this
    const parts = [cards, tags, groups, texts, postings, forwardIndex]
    return parts.reduce((sum, part) => sum + part.approximateBytes(), this.taggedCards.approximateBytes)
  }

  /** @param now ascending, each once */
  private putTagsOf(ordinal: number, now: readonly number[]): void {
    const before: readonly number[] =
      this.forwardIndex.size(ordinal) === 0 ? NONE : this.forwardIndex.list(ordinal)
    this.forwardIndex.replace(ordinal, now)
    for (const tagOrdinal of before) if (!now.includes(tagOrdinal)) this.postings.remove(tagOrdinal, ordinal)
    for (const tagOrdinal of now)
      if (!before.includes(tagOrdinal)) this.postings.add(tagOrdinal, ordinal, this.cards.capacity)
  }

  /** Copies a row with its ids and empty lists interned, which saves a quarter of its size. */
  private interned(card: Card, tagOrdinals: readonly number[]): Card {
    return {
      ...card,
      subnotes: card.subnotes.length === 0 ? NONE : card.subnotes,
      tagIds: tagOrdinals.length === 0 ? NONE : tagOrdinals.map((ordinal) => this.tags.idAt(ordinal)),
      parentIds: card.parentIds.length === 0 ? NONE : card.parentIds,
      siblingIds: card.siblingIds.length === 0 ? NONE : card.siblingIds,
      childIds: card.childIds.length === 0 ? NONE : card.childIds,
    }
  }
}

const NONE: readonly never[] = []
/** Sorts a few numbers in place and removes repeats. */
function sortAndThin(numbers: number[]): number[] {
  for (let i = 1; i < numbers.length; i++) {
    const number = numbers[i] as number
    let at = i
    for (; at > 0 && (numbers[at - 1] as number) > number; at--) numbers[at] = numbers[at - 1] as number
    numbers[at] = number
  }
  let kept = 0
  for (const number of numbers) if (kept === 0 || numbers[kept - 1] !== number) numbers[kept++] = number
  numbers.length = kept
  return numbers
}
