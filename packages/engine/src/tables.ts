import { type Card, fold, type Id, type Tag, type TagGroup } from '@cardinal/domain'
import { CardTable, sortKeyOf } from './structures/card-table.ts'
import { GroupTable } from './structures/group-table.ts'
import { PostingLists } from './structures/posting-lists.ts'
import { SiteTable } from './structures/site-table.ts'
import { SlotLists } from './structures/slot-lists.ts'
import { TagTable } from './structures/tag-table.ts'
import { TextIndex } from './structures/text-index.ts'

/** What queries read. Each names the few parts that it needs. */
export interface Reader {
  readonly cards: CardTable
  readonly tags: TagTable
  readonly groups: GroupTable
  readonly texts: TextIndex
  readonly sites: SiteTable
  /** Card slots by tag slot. */
  readonly carriers: SlotLists
  /** Tag slots by card slot. */
  readonly carried: PostingLists
}

/**
 * The tables of one workspace, and the four ways in which rows change them. Every table is brought up to
 * date in place by the difference between a row and the one before it.
 *
 * Invariant: `carriers` and `carried` hold the same pairs, and those are the tags of the cards' rows.
 */
export class Tables implements Reader {
  readonly cards = new CardTable()
  readonly tags = new TagTable()
  readonly groups = new GroupTable()
  readonly texts = new TextIndex((slot) => this.cards.at(slot).content)
  readonly sites = new SiteTable()
  readonly carriers = new SlotLists()
  readonly carried = new PostingLists()

  putCard(card: Card): void {
    const before = this.cards.get(card.id)
    const slot = this.cards.slotFor(card.id)
    const texts = foldedTexts(card)
    this.texts.set(slot, texts, card.content, this.cards.capacity)
    if (before?.content !== card.content) {
      if (before !== undefined) this.sites.remove(slot, before.content)
      this.sites.add(slot, card.content, texts)
    }
    const tagSlots = card.tagIds.map((id) => this.tags.slotFor(id))
    this.putTagsOf(slot, tagSlots)
    this.cards.put(slot, this.leaner(card, tagSlots), sortKeyOf(texts))
  }

  removeCard(id: Id): void {
    const slot = this.cards.slotOf(id)
    if (slot === undefined) return
    this.sites.remove(slot, this.cards.at(slot).content)
    this.texts.remove(slot)
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
    this.tags.remove(id)
  }

  putGroup(group: TagGroup): void {
    this.groups.put(group)
  }

  removeGroup(id: Id): void {
    this.groups.remove(id)
  }

  get isWorthRebuilding(): boolean {
    return this.cards.isWorthRebuilding || this.texts.isWorthRebuilding
  }

  /** The same rows in new tables, without what deletions left behind. */
  rebuilt(): Tables {
    const fresh = new Tables()
    for (const slot of this.tags.inNameOrder()) {
      const tag = this.tags.at(slot)
      if (tag !== undefined) fresh.putTag(tag)
    }
    for (const card of this.cards.values()) fresh.putCard(card)
    for (const group of this.groups.values()) fresh.putGroup(group)
    return fresh
  }

  approximateBytes(): number {
    const parts = [this.cards, this.tags, this.groups, this.texts, this.sites, this.carriers, this.carried]
    return parts.reduce((sum, part) => sum + part.approximateBytes(), 0)
  }

  private putTagsOf(slot: number, now: readonly number[]): void {
    if (this.carried.size(slot) > 0)
      for (const tagSlot of this.carried.list(slot).slice())
        if (!now.includes(tagSlot)) {
          this.carried.remove(slot, tagSlot)
          this.carriers.remove(tagSlot, slot)
        }
    for (const tagSlot of now)
      if (this.carried.add(slot, tagSlot)) this.carriers.add(tagSlot, slot, this.cards.capacity)
  }

  /** The same row with texts and empty lists that rows have in common kept once: a quarter of its size. */
  private leaner(card: Card, tagSlots: readonly number[]): Card {
    return {
      ...card,
      subnotes: card.subnotes.length === 0 ? NONE : card.subnotes,
      tagIds: tagSlots.length === 0 ? NONE : tagSlots.map((slot) => this.tags.idAt(slot)),
      parentIds: card.parentIds.length === 0 ? NONE : card.parentIds,
      siblingIds: card.siblingIds.length === 0 ? NONE : card.siblingIds,
      childIds: card.childIds.length === 0 ? NONE : card.childIds,
    }
  }
}

const NONE: readonly never[] = []

/** Content first, then the subnotes, joined by line breaks, of which folding leaves none inside a text. */
function foldedTexts(card: Card): string {
  if (card.subnotes.length === 0) return fold(card.content)
  return [card.content, ...card.subnotes.map((subnote) => subnote.text)].map(fold).join('\n')
}
