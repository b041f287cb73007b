import { cardLimitSentence, messageOf } from '@cardinal/contract'
import { type Change, type Id, type Refusal, type Result, unique } from '@cardinal/domain'
import {
  type Mutation,
  type MutationContext,
  type Outcome,
  Overlay,
  type Rows,
  tagsByAnyName,
} from '@cardinal/sync'
import type { FoundIdentity } from './found.ts'
import { additionEdit, type CardAddition, joinCard } from './join-card.ts'
import type { PlannedCard } from './plan-card.ts'
import type { FailedRow, PlannedGroup, PlannedJoin, PlannedTag, TagWithRelations } from './plan-import.ts'
import type { SettledIds } from './settled-ids.ts'

/** Outcome of some planned cards. */
export interface Written {
  readonly created: readonly PlannedCard[]
  readonly failed: readonly FailedRow[]
  readonly newTags: number
}

/** By name, the tags that the file describes. */
export type TagsByName = ReadonlyMap<string, PlannedTag>

/**
 * Creates cards with their tags in one change of a workspace. If a card is refused, only that card fails; tags
 * that only such cards have are not created.
 */
export function writeCards(
  cards: readonly PlannedCard[],
  ids: SettledIds,
  tagsByName: TagsByName,
  rows: Rows,
  context: MutationContext,
): { outcome: Outcome; written: Written } {
  const overlay = new Overlay(rows)
  const created: PlannedCard[] = []
  const failed: FailedRow[] = []
  const cardChanges: Change[] = []
  const tagChanges = makeTags(cards, ids, tagsByName, overlay, context)
  const tagNamed = tagsByAnyName(overlay)
  for (const card of cards) {
    const tagIds = unique(card.tagNames.flatMap((name) => tagNamed(name)?.id ?? []))
    const made = overlay.run({ name: 'createCard', args: { card: { ...card.card, tagIds } } }, context)
    if (made.ok) {
      created.push(card)
      cardChanges.push(...made.value.changes.map((change) => asItWas(change, card, context)))
    } else failed.push({ row: card.row, reason: reasonOf(made.error) })
  }
  const used = new Set(created.flatMap(({ tagNames }) => tagNames))
  const newTags = tagChanges.filter(({ row }) => row !== null && 'name' in row && used.has(row.name))
  return {
    outcome: { changes: [...newTags, ...cardChanges] },
    written: { created, failed, newTags: newTags.length },
  }
}

/** Sets the time of the last change to the file's, but not before the creation or in the future. */
function asItWas(change: Change, { updatedAt }: PlannedCard, { now }: MutationContext): Change {
  if (change.kind !== 'card' || change.row === null || updatedAt === null) return change
  const { createdAt } = change.row
  return { ...change, row: { ...change.row, updatedAt: Math.max(createdAt, Math.min(updatedAt, now)) } }
}

/** Outcome of rows whose cards exist. */
export interface Joined {
  readonly additions: readonly { readonly row: number; readonly cardId: Id; readonly added: CardAddition }[]
  readonly newTags: number
}

/** Adds the rows' data to existing cards. A card whose edit is refused is unchanged. */
export function writeJoins(
  joins: readonly PlannedJoin[],
  ids: SettledIds,
  tagsByName: TagsByName,
  newId: () => Id,
  rows: Rows,
  context: MutationContext,
): { outcome: Outcome; joined: Joined } {
  const overlay = new Overlay(rows)
  const tagChanges = makeTags(joins, ids, tagsByName, overlay, context)
  const tagNamed = tagsByAnyName(overlay)
  const changes: Change[] = [...tagChanges]
  const additions: Joined['additions'][number][] = []
  for (const { row, cardId, tagNames, found } of joins) {
    const card = overlay.card(cardId)
    const tagIds = tagNames.flatMap((name) => tagNamed(name)?.id ?? [])
    const added = card === undefined ? null : joinCard(card, found, tagIds, newId)
    if (card === undefined || added === null) continue
    const edited = overlay.run({ name: 'editCard', args: additionEdit(card, added) }, context)
    if (!edited.ok) continue
    const dated = withDate(overlay, cardId, added.createdAt?.after ?? card.createdAt)
    changes.push(...edited.value.changes, ...dated)
    additions.push({ row, cardId, added })
  }
  return { outcome: { changes }, joined: { additions, newTags: tagChanges.length } }
}

/** Sets a card's creation time, which no mutation can set. */
export function withDate(overlay: Overlay, cardId: Id, createdAt: number): Change[] {
  const row = overlay.card(cardId)
  if (row === undefined || row.createdAt === createdAt) return []
  const changes: Change[] = [{ kind: 'card', id: cardId, row: { ...row, createdAt } }]
  overlay.apply(changes)
  return changes
}

/** Creates groups, and their tags without cards, in one change. An existing group gets the tags too. */
export function writeGroups(
  groups: readonly PlannedGroup[],
  ids: SettledIds,
  rows: Rows,
  context: MutationContext,
): Outcome {
  const overlay = new Overlay(rows)
  const changes: Change[] = []
  const tagNamed = tagsByAnyName(overlay)
  for (const { title, tagNames, color, isHidden, identity } of groups) {
    const isNew = overlay.groupByTitle(title) === undefined
    const groupId = overlay.groupByTitle(title)?.id ?? ids.group(title)
    const tagIds = unique(tagNames.flatMap((name) => tagNamed(name)?.id ?? []))
    const steps: Mutation[] = [{ name: 'createGroups', args: { groups: [{ id: groupId, title }], tagIds } }]
    if (isNew && color !== null) steps.push({ name: 'setGroupColor', args: { groupIds: [groupId], color } })
    if (isNew && isHidden) steps.push({ name: 'setGroupsHidden', args: { groupIds: [groupId], isHidden } })
    for (const step of steps) changes.push(...run(overlay, context, step))
    const row = overlay.group(groupId)
    if (isNew && row !== undefined)
      changes.push({ kind: 'group', id: groupId, row: { ...row, ...timesOf(identity, row, context) } })
  }
  return { changes }
}

/** Creates tags that the file describes and no card has. */
export function writeTags(
  tags: readonly PlannedTag[],
  ids: SettledIds,
  rows: Rows,
  context: MutationContext,
): Outcome {
  const tagsByName = new Map(tags.map((tag) => [tag.name, tag]))
  const named = [{ tagNames: [...tagsByName.keys()] }]
  return { changes: makeTags(named, ids, tagsByName, new Overlay(rows), context) }
}

/** Creates the missing tags, as the file describes them. */
function makeTags(
  named: readonly Pick<PlannedCard, 'tagNames'>[],
  ids: SettledIds,
  tagsByName: TagsByName,
  overlay: Overlay,
  context: MutationContext,
): Change[] {
  const tags = unique(named.flatMap(({ tagNames }) => tagNames)).map((name) => ({ id: ids.tag(name), name }))
  const made = run(overlay, context, { name: 'createTags', args: { tags, attachToCardIds: [] } })
  const changes = made.map((change): Change => {
    const tag = change.kind === 'tag' && change.row !== null ? tagsByName.get(change.row.name) : undefined
    if (change.kind !== 'tag' || change.row === null || tag === undefined) return change
    const { color, clickCount = 0, lastClickedAt = null, identity } = tag
    const values = { color, clickCount, lastClickedAt }
    return { ...change, row: { ...change.row, ...values, ...timesOf(identity, change.row, context) } }
  })
  overlay.apply(changes)
  return changes
}

/** A row's times from the file, but not in the future. Missing times are unchanged. */
function timesOf(
  identity: FoundIdentity | undefined,
  row: { readonly createdAt: number; readonly updatedAt: number },
  { now }: MutationContext,
) {
  return {
    createdAt: Math.min(identity?.createdAt ?? row.createdAt, now),
    updatedAt: Math.min(identity?.updatedAt ?? row.updatedAt, now),
  }
}

/**
 * Sets other names, parents and child groups from the file, of tags and groups that exist now. An existing tag
 * keeps its display name.
 */
export function writeRelations(
  tags: readonly TagWithRelations[],
  ids: SettledIds,
  tagsByName: TagsByName,
  rows: Rows,
  context: MutationContext,
): Outcome {
  const overlay = new Overlay(rows)
  const changes: Change[] = []
  const tagNamed = tagsByAnyName(overlay)
  for (const { name, otherNames, displayName, parents, childGroups } of tags) {
    const tagId = tagNamed(name)?.id
    if (tagId === undefined) continue
    const parentIds = parents.flatMap((parent) => tagNamed(parent)?.id ?? [])
    const groupIds = childGroups.flatMap((title) => overlay.groupByTitle(title)?.id ?? [])
    const isNew = tagId === ids.tag(name)
    const steps: Mutation[] = []
    if (otherNames.length > 0) steps.push({ name: 'addTagNames', args: { tagId, names: otherNames } })
    if (displayName !== null && isNew) steps.push({ name: 'setTagDisplayName', args: { tagId, displayName } })
    if (parentIds.length > 0) steps.push({ name: 'addTagParents', args: { tagIds: [tagId], parentIds } })
    if (groupIds.length > 0) steps.push({ name: 'addChildGroups', args: { tagIds: [tagId], groupIds } })
    for (const step of steps) {
      // Refused if the tag would get too many names: it stays as it is, and the cards are imported anyway.
      const outcome = overlay.run(step, context)
      if (outcome.ok) changes.push(...outcome.value.changes)
    }
    const row = overlay.tag(tagId)
    const identity = tagsByName.get(name)?.identity
    if (row !== undefined && identity !== undefined && isNew)
      changes.push({ kind: 'tag', id: tagId, row: { ...row, ...timesOf(identity, row, context) } })
  }
  return { changes }
}

/** The first `room` cards, which the person's plan allows, and the others with the reason why they fail. */
export function withinRoom(
  cards: readonly PlannedCard[],
  room: number,
  countsWhenFull: Parameters<typeof cardLimitSentence>[0],
): { fitting: readonly PlannedCard[]; failed: readonly FailedRow[] } {
  const fitting = cards.slice(0, room)
  const counts = { ...countsWhenFull }
  for (const { card } of fitting) counts[card.type]++
  const reason = cardLimitSentence(counts)
  return { fitting, failed: cards.slice(room).map(({ row }) => ({ row, reason })) }
}

/** Can't be refused, because names and titles were validated before. */
function run(overlay: Overlay, context: MutationContext, mutation: Mutation): readonly Change[] {
  const outcome: Result<Outcome, Refusal> = overlay.run(mutation, context)
  if (!outcome.ok)
    throw new Error(`${mutation.name} was refused during an import: ${JSON.stringify(outcome.error)}`)
  return outcome.value.changes
}

function reasonOf(refusal: Refusal): string {
  return messageOf(refusal).msg.replace(/^\w+: /, '')
}
