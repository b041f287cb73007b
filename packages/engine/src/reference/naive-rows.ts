import {
  type Card,
  type Change,
  childGroupIdsOf,
  compareCodePoints,
  fold,
  foldedName,
  type Id,
  namesOfTag,
  parentIdsOf,
  type Tag,
  type TagGroup,
} from '@cardinal/domain'
import type { TagCount, TagInUse } from '../questions.ts'

/** Rows in plain maps, with the few look-ups that many answers share. Nothing is precomputed. */
export class NaiveRows {
  readonly cardsById = new Map<Id, Card>()
  readonly tagsById = new Map<Id, Tag>()
  readonly groupsById = new Map<Id, TagGroup>()

  get cards(): Card[] {
    return [...this.cardsById.values()]
  }

  get tags(): Tag[] {
    return [...this.tagsById.values()]
  }

  get groups(): TagGroup[] {
    return [...this.groupsById.values()]
  }

  apply(change: Change): void {
    if (change.kind === 'card') put(this.cardsById, change.id, change.row)
    if (change.kind === 'group') put(this.groupsById, change.id, change.row)
    if (change.kind === 'tag') {
      put(this.tagsById, change.id, change.row)
      if (change.row === null) this.takeOffEverywhere(change.id)
    }
  }

  /** Returns the tag with its groups (by title) and its number of cards. */
  inUse(tag: Tag): TagInUse {
    const groups = this.groups.filter((group) => group.tagIds.includes(tag.id)).sort(byTitle)
    const cardCount = this.cards.filter((card) => card.tagIds.includes(tag.id)).length
    return { ...tag, groupIds: groups.map((group) => group.id), cardCount }
  }

  /**
   * The tags that a word names: one of their folded names equals the folded word, in which a star stands for
   * any text.
   */
  namedBy(word: string): Tag[] {
    const parts = foldedName(word).split('*')
    const hasStar = parts.length > 1 && parts.some((part) => part.trim() !== '')
    const escaped = parts.map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    const pattern = new RegExp(`^${escaped.join('.*')}$`, 's')
    const isNamed = (name: string) => (hasStar ? pattern.test(name) : name === foldedName(word))
    return this.tags.filter((tag) => namesOfTag(tag).some((name) => isNamed(fold(name))))
  }

  /** The existing tags that a tag has as parents. */
  parentsOf(tagId: Id): Id[] {
    const tag = this.tagsById.get(tagId)
    return tag === undefined ? [] : parentIdsOf(tag).filter((id) => this.tagsById.has(id))
  }

  /** The tags with a child group that holds this one. A tag in its own child group does not imply itself. */
  parentsOverGroups(tagId: Id): Id[] {
    const isChildOf = (parent: Tag) =>
      childGroupIdsOf(parent).some((id) => this.groupsById.get(id)?.tagIds.includes(tagId))
    return this.tags.filter((tag) => tag.id !== tagId && isChildOf(tag)).map(({ id }) => id)
  }

  /** All tags that these imply: parents, their parents, and so on. */
  impliedBy(tagIds: readonly Id[]): Id[] {
    const next = (id: Id) =>
      this.tagsById.has(id) ? [...this.parentsOf(id), ...this.parentsOverGroups(id)] : []
    const found = tagIds.flatMap(next)
    for (const id of found) found.push(...next(id).filter((parent) => !found.includes(parent)))
    return found
  }

  isImplied(tagId: Id, by: readonly Id[]): boolean {
    return this.impliedBy(by).includes(tagId)
  }

  /** Returns whether a card has a tag: it carries the tag, or one that implies it. */
  isFoundBy(card: Card, tagId: Id): boolean {
    return card.tagIds.includes(tagId) || this.isImplied(tagId, card.tagIds)
  }

  /** Counts the cards of each tag. Most first, ties by name. */
  countTags(cards: readonly Card[]): TagCount[] {
    return this.tags
      .map((tag) => ({ tag, count: cards.filter((card) => card.tagIds.includes(tag.id)).length }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count || byName(a.tag, b.tag))
      .map(({ tag, count }) => ({ tagId: tag.id, count }))
  }

  private takeOffEverywhere(tagId: Id): void {
    for (const card of this.cards)
      if (card.tagIds.includes(tagId))
        this.cardsById.set(card.id, { ...card, tagIds: without(card.tagIds, tagId) })
    for (const group of this.groups)
      if (group.tagIds.includes(tagId))
        this.groupsById.set(group.id, { ...group, tagIds: without(group.tagIds, tagId) })
  }
}

/** Compares by id, the last tie-break of every order. Ids are hex, so plain comparison is by code point. */
export function byId(a: { readonly id: Id }, b: { readonly id: Id }): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

export function byName(a: Tag, b: Tag): number {
  return compareCodePoints(a.name, b.name) || byId(a, b)
}

export function byTitle(a: TagGroup, b: TagGroup): number {
  return compareCodePoints(a.title, b.title) || byId(a, b)
}

/** Compares by number of cards, most first, ties by name: the order of tag lists that have no order of their own. */
export function byUse(a: TagInUse, b: TagInUse): number {
  return b.cardCount - a.cardCount || byName(a, b)
}

function put<Row>(rows: Map<Id, Row>, id: Id, row: Row | null): void {
  if (row === null) rows.delete(id)
  else rows.set(id, row)
}

function without(ids: readonly Id[], id: Id): Id[] {
  return ids.filter((each) => each !== id)
}
