import { type Card, type Change, hasRelations, type Id, type Tag, type TagGroup } from '@cardinal/domain'
import type { Rows } from './mutation.ts'

/**
 * The rows of one workspace in memory. Applying a change includes its cascade.
 *
 * Invariants: a card is either living or deleted; `tagIdByName` and, once built, `cardIdsByTagId` agree with the rows; no
 * card, living or deleted, and no group has a removed tag.
 */
export class MemoryRows implements Rows {
  readonly #cards = new Map<Id, Card>()
  readonly #deletedCards = new Map<Id, Card>()
  readonly #tags = new Map<Id, Tag>()
  readonly #groups = new Map<Id, TagGroup>()
  readonly #deletedTags = new Map<Id, Tag>()
  readonly #deletedGroups = new Map<Id, TagGroup>()
  /** Ids of merged tags and groups, and the ids that replace them. */
  readonly #aliases = new Map<Id, Id>()
  readonly #tagIdByName = new Map<string, Id>()
  /** The tags that have other names, parents or child groups. */
  readonly #related = new Map<Id, Tag>()
  /** Built at the first question, because most loads never need it. Null before. */
  #cardIdsByTagId: Map<Id, Set<Id>> | null = null

  constructor(changes: readonly Change[] = []) {
    this.apply(changes)
  }

  /** Applies changes in order. Skips changes of workspaces. */
  apply(changes: readonly Change[]): void {
    for (const change of changes) {
      if (change.kind === 'card') this.#setCard(change.id, change.row)
      else if (change.kind === 'tag') this.#setTag(change.id, change.row, change.mergedInto)
      else if (change.kind === 'group') this.#setGroup(change.id, change.row, change.mergedInto)
    }
  }

  /** Adds a deleted card from another source, so that it can be restored. A living one stays. */
  rememberDeleted(card: Card): void {
    if (!this.#cards.has(card.id)) this.#deletedCards.set(card.id, card)
  }

  card(id: Id): Card | undefined {
    return this.#cards.get(id)
  }

  deletedCard(id: Id): Card | undefined {
    return this.#deletedCards.get(id)
  }

  tag(id: Id): Tag | undefined {
    return this.#tags.get(id)
  }

  group(id: Id): TagGroup | undefined {
    return this.#groups.get(id)
  }

  tagAlias(id: Id): Id | undefined {
    return this.#aliases.get(id)
  }

  groupAlias(id: Id): Id | undefined {
    return this.#aliases.get(id)
  }

  deletedTag(id: Id): Tag | undefined {
    return this.#deletedTags.get(id)
  }

  deletedGroup(id: Id): TagGroup | undefined {
    return this.#deletedGroups.get(id)
  }

  tagByName(name: string): Tag | undefined {
    const id = this.#tagIdByName.get(name)
    return id === undefined ? undefined : this.#tags.get(id)
  }

  groupByTitle(title: string): TagGroup | undefined {
    for (const group of this.#groups.values()) if (group.title === title) return group
    return undefined
  }

  relatedTags(): readonly Tag[] {
    return [...this.#related.values()]
  }

  cardsCarrying(tagId: Id): readonly Card[] {
    const cards: Card[] = []
    for (const id of this.#idsByTag().get(tagId) ?? []) {
      const card = this.#cards.get(id)
      if (card !== undefined) cards.push(card)
    }
    return cards
  }

  groupsHolding(tagId: Id): readonly TagGroup[] {
    return [...this.#groups.values()].filter((group) => group.tagIds.includes(tagId))
  }

  /** Returns undefined: only the server keeps earlier contents. */
  contentAt(_cardId: Id, _seq: number): string | undefined {
    return undefined
  }

  /** Returns every living row as changes that create it. Tags come first, so that no row refers to a later one. */
  snapshot(): Change[] {
    return [...this.living()]
  }

  /** As `snapshot`, one row at a time. Rows that change meanwhile come in either state. */
  *living(): Generator<Exclude<Change, { kind: 'workspace' }>> {
    for (const row of this.#tags.values()) yield { kind: 'tag', id: row.id, row }
    for (const row of this.#groups.values()) yield { kind: 'group', id: row.id, row }
    for (const row of this.#cards.values()) yield { kind: 'card', id: row.id, row }
  }

  #setCard(id: Id, row: Card | null): void {
    const before = this.#cards.get(id)
    for (const tagId of before?.tagIds ?? []) this.#cardIdsByTagId?.get(tagId)?.delete(id)
    if (row === null) {
      this.#cards.delete(id)
      if (before !== undefined) this.#deletedCards.set(id, before)
      return
    }
    this.#cards.set(id, row)
    this.#deletedCards.delete(id)
    if (this.#cardIdsByTagId !== null) addTo(this.#cardIdsByTagId, row)
  }

  #idsByTag(): ReadonlyMap<Id, ReadonlySet<Id>> {
    if (this.#cardIdsByTagId !== null) return this.#cardIdsByTagId
    this.#cardIdsByTagId = new Map()
    for (const card of this.#cards.values()) addTo(this.#cardIdsByTagId, card)
    return this.#cardIdsByTagId
  }

  #setTag(id: Id, row: Tag | null, mergedInto: Id | undefined): void {
    const before = this.#tags.get(id)
    this.#setAlias(id, row, mergedInto)
    if (row !== null) this.#deletedTags.delete(id)
    else if (before !== undefined) this.#deletedTags.set(id, before)
    if (before !== undefined && this.#tagIdByName.get(before.name) === id)
      this.#tagIdByName.delete(before.name)
    if (row !== null && hasRelations(row)) this.#related.set(id, row)
    else this.#related.delete(id)
    if (row !== null) {
      this.#tags.set(id, row)
      this.#tagIdByName.set(row.name, id)
      return
    }
    this.#tags.delete(id)
    for (const card of this.cardsCarrying(id)) this.#setCard(card.id, withoutTag(card, id))
    for (const card of this.#deletedCards.values())
      if (card.tagIds.includes(id)) this.#deletedCards.set(card.id, withoutTag(card, id))
    for (const group of this.groupsHolding(id)) this.#groups.set(group.id, withoutTag(group, id))
    this.#cardIdsByTagId?.delete(id)
  }

  #setGroup(id: Id, row: TagGroup | null, mergedInto: Id | undefined): void {
    const before = this.#groups.get(id)
    this.#setAlias(id, row, mergedInto)
    if (row !== null) {
      this.#groups.set(id, row)
      this.#deletedGroups.delete(id)
      return
    }
    this.#groups.delete(id)
    if (before !== undefined) this.#deletedGroups.set(id, { ...before, tagIds: [] })
  }

  #setAlias(id: Id, row: unknown, mergedInto: Id | undefined): void {
    if (row === null && mergedInto !== undefined) this.#aliases.set(id, mergedInto)
    else if (row !== null) this.#aliases.delete(id)
  }
}

function addTo(cardIdsByTagId: Map<Id, Set<Id>>, { id, tagIds }: Card): void {
  for (const tagId of tagIds) {
    const cardIds = cardIdsByTagId.get(tagId) ?? new Set()
    cardIdsByTagId.set(tagId, cardIds.add(id))
  }
}

/** Returns the card or group without a tag. */
export function withoutTag<Holder extends { readonly tagIds: readonly Id[] }>(
  holder: Holder,
  tagId: Id,
): Holder {
  return { ...holder, tagIds: holder.tagIds.filter((id) => id !== tagId) }
}
