import type { Card, Id, Tag, TagGroup } from '@cardinal/domain'
import { CardTable } from './structures/card-table.ts'
import { CarriedTags } from './structures/carried-tags.ts'
import { CoOccurrences } from './structures/co-occurrences.ts'
import { GroupTable } from './structures/group-table.ts'
import { SlotLists } from './structures/slot-lists.ts'
import { TagTable } from './structures/tag-table.ts'
import { TextTable } from './structures/text-table.ts'

/** What queries read. Each names the few parts that it needs. */
export interface Reader {
  readonly cards: CardTable
  readonly tags: TagTable
  readonly groups: GroupTable
  readonly texts: TextTable
  /** Card slots by tag slot. */
  readonly carriers: SlotLists
  /** Tag slots by card slot. */
  readonly carried: CarriedTags
  /** Counts of tags among the cards of a tag. */
  readonly coOccurrences: CoOccurrences
}

export interface TablesOptions {
  /** So many UTF-16 units of texts are listed at once, about, where not all have to be. */
  readonly unitsAtOnce: number
  /** Rows of cards are kept as copies that share what they have in common; if not, as they came. */
  readonly copiesRows: boolean
}

/**
 * The tables of one workspace, and the four ways in which rows change them. Every table is brought up to
 * date in place by the difference between a row and the one before it.
 *
 * Invariant: `carriers` and `carried` hold the same pairs, and those are the tags of the cards' rows;
 * `coOccurrences` counts them.
 */
export class Tables implements Reader {
  readonly cards = new CardTable()
  readonly tags = new TagTable()
  readonly groups = new GroupTable()
  readonly carriers = new SlotLists()
  readonly carried = new CarriedTags()
  readonly coOccurrences = new CoOccurrences(this.carriers, this.carried)
  readonly texts: TextTable
  private readonly options: TablesOptions

  constructor(options: TablesOptions) {
    this.options = options
    this.texts = new TextTable(this.cards, options.unitsAtOnce)
  }

  putCard(card: Card): void {
    const slot = this.cards.slotFor(card.id)
    this.texts.note(slot, this.cards.in(slot), card)
    const tagSlots = card.tagIds.map((id) => this.tags.slotFor(id))
    this.cards.put(slot, this.options.copiesRows ? this.leaner(card, tagSlots) : card)
    this.putTagsOf(slot, sortAndThin(tagSlots))
  }

  removeCard(id: Id): void {
    const slot = this.cards.slotOf(id)
    if (slot === undefined) return
    this.texts.note(slot, this.cards.at(slot), undefined)
    this.putTagsOf(slot, [])
    this.cards.remove(id)
  }

  putTag(tag: Tag): void {
    this.tags.put(tag)
  }

  /** Takes the tag off every card and out of every group as well. */
  removeTag(id: Id): void {
    this.groups.removeTag(id)
    const tagSlot = this.tags.slotOf(id)
    if (tagSlot === undefined) return
    for (const slot of this.carriers.list(tagSlot)) {
      const card = this.cards.at(slot)
      this.cards.putTags(slot, { ...card, tagIds: card.tagIds.filter((tagId) => tagId !== id) })
      this.carried.remove(slot, tagSlot)
    }
    this.carriers.clear(tagSlot)
    this.coOccurrences.remove(tagSlot)
    this.tags.remove(id)
  }

  putGroup(group: TagGroup): void {
    this.groups.put(group)
  }

  removeGroup(id: Id): void {
    this.groups.remove(id)
  }

  /** Does some of what changes put off. False: nothing is left. */
  tidy(): boolean {
    if (this.texts.tidy()) return true
    this.carriers.tidy()
    return false
  }

  get isWorthRebuilding(): boolean {
    return this.cards.isWorthRebuilding || this.texts.isWorthRebuilding
  }

  /** The same rows in new tables, without what deletions left behind. */
  rebuilt(): Tables {
    const fresh = new Tables(this.options)
    for (const slot of this.tags.inNameOrder()) {
      const tag = this.tags.at(slot)
      if (tag !== undefined) fresh.putTag(tag)
    }
    for (const card of this.cards.values()) fresh.putCard(card)
    for (const group of this.groups.values()) fresh.putGroup(group)
    return fresh
  }

  approximateBytes(): number {
    const { cards, tags, groups, texts, carriers, carried, coOccurrences } = this
    const parts = [cards, tags, groups, texts, carriers, carried, coOccurrences]
    return parts.reduce((sum, part) => sum + part.approximateBytes(), 0)
  }

  /** @param now ascending, each once */
  private putTagsOf(slot: number, now: readonly number[]): void {
    const before: readonly number[] = this.carried.size(slot) === 0 ? NONE : this.carried.list(slot)
    this.carried.replace(slot, now)
    this.coOccurrences.move(before, now)
    for (const tagSlot of before) if (!now.includes(tagSlot)) this.carriers.remove(tagSlot, slot)
    for (const tagSlot of now)
      if (!before.includes(tagSlot)) this.carriers.add(tagSlot, slot, this.cards.capacity)
  }

  /** The same row with texts and empty lists that rows have in common kept once: a quarter of its size. */
  private leaner(card: Card, tagSlots: readonly number[]): Card {
    return {
      id: card.id,
      type: card.type,
      content: card.content,
      subnotes: card.subnotes.length === 0 ? NONE : card.subnotes,
      tagIds: tagSlots.length === 0 ? NONE : tagSlots.map((slot) => this.tags.idAt(slot)),
      color: card.color,
      isPublic: card.isPublic,
      parentIds: card.parentIds.length === 0 ? NONE : card.parentIds,
      siblingIds: card.siblingIds.length === 0 ? NONE : card.siblingIds,
      childIds: card.childIds.length === 0 ? NONE : card.childIds,
      createdAt: card.createdAt,
      updatedAt: card.updatedAt,
    }
  }
}

const NONE: readonly never[] = []
/** Sorts a few numbers in place and leaves each there once. */
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
