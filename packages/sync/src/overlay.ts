import {
  type Card,
  type Change,
  hasRelations,
  type Id,
  type Refusal,
  type Result,
  type Tag,
  type TagGroup,
} from '@cardinal/domain'
import { withoutTag } from './memory-rows.ts'
import type { Mutation, MutationContext, Outcome, Rows } from './mutation.ts'
import { runMutation } from './mutators.ts'

/** The kinds of rows that a workspace holds. */
export type RowKind = 'tag' | 'group' | 'card'

/**
 * Rows over other rows. It holds only the rows that differ, and never writes to the rows below.
 *
 * Invariant: an id in none of the maps reads as in the rows below; null in a map means deleted.
 */
export class Overlay implements Rows {
  readonly #below: Rows
  readonly #cards = new Map<Id, Card | null>()
  readonly #tags = new Map<Id, Tag | null>()
  readonly #groups = new Map<Id, TagGroup | null>()
  /** Cards that were deleted in this overlay, in their last state. */
  readonly #deletedCards = new Map<Id, Card>()
  readonly #deletedTags = new Map<Id, Tag>()
  readonly #deletedGroups = new Map<Id, TagGroup>()
  /** Ids of tags and groups that were merged here, and the ids that replace them. */
  readonly #aliases = new Map<Id, Id>()
  readonly #tagIdByName = new Map<string, Id>()
  /** Tags that were deleted in this overlay, even if they were recreated. Deleted cards in the rows below have lost them. */
  readonly #goneTagIds = new Set<Id>()

  constructor(below: Rows) {
    this.#below = below
  }

  /** Runs a mutation over these rows, and applies its changes unless it is refused. */
  run(mutation: Mutation, context: MutationContext): Result<Outcome, Refusal> {
    const outcome = runMutation(mutation, this, context)
    if (outcome.ok) this.apply(outcome.value.changes)
    return outcome
  }

  apply(changes: readonly Change[]): void {
    for (const change of changes) {
      if (change.kind === 'card') this.#setCard(change.id, change.row)
      else if (change.kind === 'tag') this.#setTag(change.id, change.row, change.mergedInto)
      else if (change.kind === 'group') this.#setGroup(change.id, change.row, change.mergedInto)
    }
  }

  /** False: it equals the rows below. */
  get hasChanges(): boolean {
    return this.#cards.size + this.#tags.size + this.#groups.size > 0
  }

  /** Returns the ids of rows that were written here. Some may equal the row below. */
  touched(kind: RowKind): Iterable<Id> {
    return kind === 'card' ? this.#cards.keys() : kind === 'tag' ? this.#tags.keys() : this.#groups.keys()
  }

  card(id: Id): Card | undefined {
    const laid = this.#cards.get(id)
    return laid === undefined ? this.#below.card(id) : (laid ?? undefined)
  }

  deletedCard(id: Id): Card | undefined {
    const laid = this.#cards.get(id)
    if (laid === undefined) return this.#withoutGoneTags(this.#below.deletedCard(id))
    return laid === null ? this.#deletedCards.get(id) : undefined
  }

  tag(id: Id): Tag | undefined {
    const laid = this.#tags.get(id)
    return laid === undefined ? this.#below.tag(id) : (laid ?? undefined)
  }

  group(id: Id): TagGroup | undefined {
    const laid = this.#groups.get(id)
    return laid === undefined ? this.#below.group(id) : (laid ?? undefined)
  }

  tagAlias(id: Id): Id | undefined {
    const laid = this.#tags.get(id)
    if (laid != null) return undefined
    return this.#aliases.get(id) ?? this.#below.tagAlias(id)
  }

  groupAlias(id: Id): Id | undefined {
    const laid = this.#groups.get(id)
    if (laid != null) return undefined
    return this.#aliases.get(id) ?? this.#below.groupAlias(id)
  }

  deletedTag(id: Id): Tag | undefined {
    const laid = this.#tags.get(id)
    if (laid != null) return undefined
    return this.#deletedTags.get(id) ?? this.#below.deletedTag(id)
  }

  deletedGroup(id: Id): TagGroup | undefined {
    const laid = this.#groups.get(id)
    if (laid != null) return undefined
    return this.#deletedGroups.get(id) ?? this.#below.deletedGroup(id)
  }

  tagByName(name: string): Tag | undefined {
    const id = this.#tagIdByName.get(name)
    if (id !== undefined) return this.tag(id)
    const below = this.#below.tagByName(name)
    return below === undefined || this.#tags.has(below.id) ? undefined : below
  }

  groupByTitle(title: string): TagGroup | undefined {
    for (const group of this.#groups.values()) if (group?.title === title) return group
    const below = this.#below.groupByTitle(title)
    return below === undefined || this.#groups.has(below.id) ? undefined : below
  }

  relatedTags(): readonly Tag[] {
    const below = this.#below.relatedTags().filter(({ id }) => !this.#tags.has(id))
    const laid = [...this.#tags.values()].filter((row): row is Tag => row !== null && hasRelations(row))
    return [...below, ...laid]
  }

  cardsCarrying(tagId: Id): readonly Card[] {
    const below = this.#below.cardsCarrying(tagId).filter(({ id }) => !this.#cards.has(id))
    return [...below, ...holding(this.#cards.values(), tagId)]
  }

  groupsHolding(tagId: Id): readonly TagGroup[] {
    const below = this.#below.groupsHolding(tagId).filter(({ id }) => !this.#groups.has(id))
    return [...below, ...holding(this.#groups.values(), tagId)]
  }

  contentAt(cardId: Id, seq: number): string | undefined {
    return this.#below.contentAt(cardId, seq)
  }

  #withoutGoneTags(card: Card | undefined): Card | undefined {
    if (card === undefined || !card.tagIds.some((id) => this.#goneTagIds.has(id))) return card
    return { ...card, tagIds: card.tagIds.filter((id) => !this.#goneTagIds.has(id)) }
  }

  #setCard(id: Id, row: Card | null): void {
    const before = this.card(id) ?? this.deletedCard(id)
    if (row === null && before !== undefined) this.#deletedCards.set(id, before)
    this.#cards.set(id, row)
  }

  #setGroup(id: Id, row: TagGroup | null, mergedInto: Id | undefined): void {
    const before = this.group(id)
    if (row === null && before !== undefined) this.#deletedGroups.set(id, { ...before, tagIds: [] })
    if (row === null && mergedInto !== undefined) this.#aliases.set(id, mergedInto)
    this.#groups.set(id, row)
  }

  #setTag(id: Id, row: Tag | null, mergedInto: Id | undefined): void {
    const living = this.tag(id)
    if (row === null && living !== undefined) this.#deletedTags.set(id, living)
    if (row === null && mergedInto !== undefined) this.#aliases.set(id, mergedInto)
    const before = this.#tags.get(id)
    if (before != null && this.#tagIdByName.get(before.name) === id) this.#tagIdByName.delete(before.name)
    this.#tags.set(id, row)
    if (row !== null) {
      this.#tagIdByName.set(row.name, id)
      return
    }
    this.#goneTagIds.add(id)
    for (const card of this.cardsCarrying(id)) this.#cards.set(card.id, withoutTag(card, id))
    for (const group of this.groupsHolding(id)) this.#groups.set(group.id, withoutTag(group, id))
    for (const card of holding(this.#deletedCards.values(), id))
      this.#deletedCards.set(card.id, withoutTag(card, id))
  }
}

function holding<Row extends { readonly tagIds: readonly Id[] }>(
  rows: Iterable<Row | null>,
  tagId: Id,
): Row[] {
  return [...rows].filter((row): row is Row => row?.tagIds.includes(tagId) === true)
}
