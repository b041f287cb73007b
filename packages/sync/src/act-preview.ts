import {
  type Card,
  type Change,
  type Color,
  childGroupIdsOf,
  displayNameOf,
  hasSameRelations,
  type Id,
  isDone,
  missingFrom,
  namesOfTag,
  otherNamesOf,
  parentIdsOf,
  type Tag,
  withRelations,
} from '@cardinal/domain'
import type { Mutation, Rows } from './mutation.ts'
import { Overlay } from './overlay.ts'

/** The effects of an act, computed in an overlay over the given rows. Writes nothing. */
export interface ActPreview {
  /** Cards that change: their own row, or how their own tags are shown. */
  readonly cards: number
  /** The number of tags that change. */
  readonly tags: number
  /**
   * The number of changed tags or of changed cards, whichever is larger. If no card changes, counts the cards
   * with a tag whose meaning changes instead, because other searches will find them.
   */
  readonly touches: number
  /** Examples of the changed tags. */
  readonly tagExamples: readonly TagExample[]
  /** The old and the new names of tags that are renamed or merged: saved searches follow them. */
  readonly renamed: readonly (readonly [string, string])[]
  /** Examples of the changed cards. */
  readonly cardExamples: readonly CardExample[]
}

/** `after` null: the tag is gone, or is part of `into`. `before` null: the tag is new. */
export interface TagExample {
  readonly before: string | null
  readonly after: string | null
  readonly into: string | null
  /** The display name after the act. Absent: unchanged, or equal to the new name. */
  readonly shownAs?: string
  /** Left out: nothing. */
  readonly added?: TagParts
  /** Left out: nothing. */
  readonly removed?: TagParts
}

/** The other names of a tag, the names of its parents, and the titles of its child groups. */
export interface TagParts {
  readonly names: readonly string[]
  readonly parents: readonly string[]
  readonly childGroups: readonly string[]
}

export interface CardExample {
  readonly id: Id
  readonly before: CardLook
  /** Null: the card is deleted. */
  readonly after: CardLook | null
}

/** The visible part of a card. */
export interface CardLook {
  readonly type: Card['type']
  readonly content: string
  readonly color: Color | null
  readonly isDone: boolean
  readonly tags: readonly TagLook[]
}

export interface TagLook {
  readonly id: Id
  readonly name: string
  readonly color: Color | null
  /** True: the card has it only through a tag that implies it. */
  readonly isImplied: boolean
}

/** An act that was tried in an overlay, so that its effect can be read. */
export interface TriedAct {
  readonly preview: ActPreview
  readonly changes: readonly Change[]
  /** The cards that `preview` counts, before the act. */
  readonly cards: readonly Card[]
  /** The rows after the act. */
  readonly after: Rows
}

/** Most changed tags, and most changed cards, that a preview shows. */
export const EXAMPLES = 10
const TEXT = 300

/** Null: the act is refused. Running it gives the reason. */
export function tryAct(mutations: readonly Mutation[], rows: Rows, now: number): TriedAct | null {
  const after = new Overlay(rows)
  const changes: Change[] = []
  for (const mutation of mutations) {
    const outcome = after.run(mutation, { now })
    if (!outcome.ok) return null
    changes.push(...outcome.value.changes)
  }
  const tags = changedTags(changes, rows, after)
  const cards = changedCards(changes, tags, rows)
  const preview = {
    cards: cards.length,
    tags: tags.length,
    touches: Math.max(tags.length, cards.length > 0 ? cards.length : cardsOfOtherMeaning(tags, rows)),
    tagExamples: tags.slice(0, EXAMPLES).map((tag) => exampleOf(tag, rows, after)),
    renamed: tags.flatMap(({ id, before, after: row }) => {
      const name = (row ?? tagNow(id, after))?.name
      return before === undefined || name === undefined || name === before.name
        ? []
        : [[before.name, name] as const]
    }),
    cardExamples: cards.slice(0, EXAMPLES).map((card): CardExample => {
      const row = after.card(card.id)
      return { id: card.id, before: lookOf(card, rows), after: row === undefined ? null : lookOf(row, after) }
    }),
  }
  return { preview, changes, cards, after }
}

interface ChangedTag {
  readonly id: Id
  readonly before: Tag | undefined
  readonly after: Tag | undefined
}

function changedTags(changes: readonly Change[], rows: Rows, after: Rows): ChangedTag[] {
  const ids = new Set(changes.flatMap(({ kind, id }) => (kind === 'tag' ? [id] : [])))
  return [...ids]
    .map((id) => ({ id, before: rows.tag(id), after: after.tag(id) }))
    .filter(({ before, after: row }) => looks(before) !== looks(row))
}

/** Returns the visible part of a tag as text: names, colour and relations. */
function looks(tag: Tag | undefined): string {
  if (tag === undefined) return ''
  const names = [tag.name, displayNameOf(tag), otherNamesOf(tag)]
  return JSON.stringify([names, tag.color, parentIdsOf(tag), childGroupIdsOf(tag)])
}

function exampleOf({ id, before, after: row }: ChangedTag, rows: Rows, after: Rows): TagExample {
  const example = {
    before: before?.name ?? null,
    after: row?.name ?? null,
    into: row === undefined ? (tagNow(id, after)?.name ?? null) : null,
  }
  if (before === undefined || row === undefined) return example
  const isShownOtherwise = before.name === row.name && displayNameOf(before) !== displayNameOf(row)
  return {
    ...example,
    ...(isShownOtherwise && { shownAs: displayNameOf(row) }),
    ...partsIf('added', partsMissing(row, before, after)),
    ...partsIf('removed', partsMissing(before, row, rows)),
  }
}

/**
 * Parts of the first tag that the second lacks.
 *
 * @param rows of the first tag
 */
function partsMissing(has: Tag, other: Tag, rows: Rows): TagParts {
  return {
    names: missingFrom(namesOfTag(other), otherNamesOf(has)),
    parents: missingFrom(parentIdsOf(other), parentIdsOf(has)).flatMap((id) => rows.tag(id)?.name ?? []),
    childGroups: missingFrom(childGroupIdsOf(other), childGroupIdsOf(has)).flatMap(
      (id) => rows.group(id)?.title ?? [],
    ),
  }
}

function partsIf<Key extends string>(key: Key, parts: TagParts): Partial<Record<Key, TagParts>> {
  const isEmpty = parts.names.length + parts.parents.length + parts.childGroups.length === 0
  return isEmpty ? {} : ({ [key]: parts } as Record<Key, TagParts>)
}

/** Cards whose own row changes, and cards with a tag that is removed or displayed differently. */
function changedCards(changes: readonly Change[], tags: readonly ChangedTag[], rows: Rows): Card[] {
  const found = new Map<Id, Card>()
  for (const { kind, id } of changes) {
    const card = kind === 'card' ? rows.card(id) : undefined
    if (card !== undefined) found.set(id, card)
  }
  for (const { id, before, after } of tags) {
    if (before === undefined) continue
    if (after !== undefined && displayNameOf(before) === displayNameOf(after)) continue
    for (const card of rows.cardsCarrying(id)) found.set(card.id, card)
  }
  return [...found.values()]
}

/** Counts cards with a tag whose names or relations change, directly or by implication. */
function cardsOfOtherMeaning(tags: readonly ChangedTag[], rows: Rows): number {
  const meaning = tags.flatMap((tag) => tagsWithOtherMeaning(tag, rows))
  const cardIds = new Set<Id>()
  for (const id of withChildren(meaning, rows))
    for (const card of rows.cardsCarrying(id)) cardIds.add(card.id)
  return cardIds.size
}

/**
 * Tags whose meaning changes with this one: the tag itself, unless only its colour changes. If only its child groups change,
 * the tags of those groups.
 */
function tagsWithOtherMeaning({ id, before, after }: ChangedTag, rows: Rows): readonly Id[] {
  if (before === undefined) return []
  if (after === undefined) return [id]
  const [old, now] = [childGroupIdsOf(before), childGroupIdsOf(after)]
  const groupIds = [...missingFrom(old, now), ...missingFrom(now, old)]
  const changed = groupIds.flatMap((groupId) => rows.group(groupId)?.tagIds ?? [])
  const sameGroups = withRelations(after, { childGroupIds: old })
  const isSame = before.name === after.name && hasSameRelations(before, sameGroups)
  return isSame ? changed : [id, ...changed]
}

/** Returns the tags and all tags that imply them, whose meaning depends on them. */
function withChildren(tagIds: readonly Id[], rows: Rows): ReadonlySet<Id> {
  const found = new Set(tagIds)
  if (found.size === 0) return found
  const related = rows.relatedTags()
  for (let size = 0; size < found.size; ) {
    size = found.size
    for (const tag of related) {
      if (parentIdsOf(tag).some((id) => found.has(id))) found.add(tag.id)
      if (!found.has(tag.id)) continue
      for (const groupId of childGroupIdsOf(tag))
        for (const id of rows.group(groupId)?.tagIds ?? []) found.add(id)
    }
  }
  return found
}

/** Returns the visible part of a card in these rows. */
export function lookOf(card: Card, rows: Rows): CardLook {
  const own = card.tagIds.flatMap((id) => rows.tag(id) ?? [])
  const implied = new Map<Id, Tag>()
  const waiting = [...own]
  for (let tag = waiting.pop(); tag !== undefined; tag = waiting.pop())
    for (const parent of impliedBy(tag, rows)) {
      if (implied.has(parent.id) || card.tagIds.includes(parent.id)) continue
      implied.set(parent.id, parent)
      waiting.push(parent)
    }
  const look = (tag: Tag, isImplied: boolean): TagLook => {
    const { id, color } = tag
    return { id, name: displayNameOf(tag), color, isImplied }
  }
  return {
    type: card.type,
    content: card.content.slice(0, TEXT),
    color: card.color,
    isDone: isDone(card),
    tags: [...own.map((tag) => look(tag, false)), ...[...implied.values()].map((tag) => look(tag, true))],
  }
}

/** Returns the tags that one tag implies directly: its parents, and the tags with one of its groups as child group. */
function impliedBy(tag: Tag, rows: Rows): readonly Tag[] {
  const groups = new Set(rows.groupsHolding(tag.id).map(({ id }) => id))
  const byGroup =
    groups.size === 0
      ? []
      : rows.relatedTags().filter((other) => childGroupIdsOf(other).some((id) => groups.has(id)))
  return [...parentIdsOf(tag).flatMap((id) => rows.tag(id) ?? []), ...byGroup]
}

/** Finds the tag that an id stands for in these rows, following merges. */
export function tagNow(id: Id, rows: Rows): Tag | undefined {
  const seen = new Set<Id>()
  let end: Id | undefined = id
  while (end !== undefined && rows.tag(end) === undefined && !seen.has(end)) {
    seen.add(end)
    end = rows.tagAlias(end)
  }
  return end === undefined ? undefined : rows.tag(end)
}
