import {
  addressAfter,
  type Card,
  type Change,
  childGroupIdsOf,
  type Id,
  missingFrom,
  otherNamesOf,
  parentIdsOf,
  type Tag,
  type TagGroup,
  tagName,
} from '@cardinal/domain'
import { diffCard } from './diff-card.ts'
import { joined } from './in-parts.ts'
import { withoutTag } from './memory-rows.ts'
import type { MergeTarget, Mutation, Outcome, Rows, TagBefore } from './mutation.ts'
import { followRenamedTags } from './saved-searches.ts'

/**
 * The mutations that undo a mutation, in order. They touch only what it changed, so that later changes of
 * others stay: tags are attached and detached, not set.
 *
 * The undo of a merge of tags is complete, with clicks and saved searches. Other undos leave out: times; the
 * order of tags on cards and in groups, and of links; clicks, so that `addClicks` and `resetClicks` have no
 * inverse; a kept revision.
 *
 * @param before all rows before the mutation: undoing a deletion needs related rows, too
 * @param savedSearches the person's before the mutation, oldest first; left out: they are not restored
 */
export function inverse(
  mutation: Mutation,
  before: Rows,
  outcome: Outcome,
  savedSearches: readonly string[] = [],
): Mutation[] {
  if (mutation.name === 'addClicks' || mutation.name === 'resetClicks') return []
  if (mutation.name === 'mergeTags' || mutation.name === 'renameTag')
    return tagUndo(before, outcome, savedSearches)
  const goneTagIds = new Set(
    outcome.changes.flatMap((change) => (change.kind === 'tag' && change.row === null ? [change.id] : [])),
  )
  const cards = cardsAfter(before, outcome.changes, goneTagIds)
  const groups = groupsAfter(before, outcome.changes, goneTagIds)
  const tags = outcome.changes.flatMap((change) => (change.kind === 'tag' ? [change] : []))
  const newTags = tags.filter(({ id }) => before.tag(id) === undefined)
  const oldTags = tags.flatMap(({ id, row }) => {
    const tag = before.tag(id)
    return tag === undefined ? [] : [{ tag, row }]
  })
  return joined([
    ...oldTags.flatMap(({ tag, row }) => undoTag(tag, row)),
    ...oldTags.flatMap(({ tag, row }) => undoRelations(tag, row, before)),
    ...[...groups].flatMap(([id, after]) => undoGroup(id, before.group(id), after, before)),
    ...oldTags.flatMap(({ tag, row }) => undoChildGroups(tag, row, before)),
    ...[...cards].flatMap(([id, after]) =>
      undoCard(id, before.card(id) ?? before.deletedCard(id), after, before.card(id) !== undefined, before),
    ),
    ...newTags.flatMap(({ row }) => undoTag(undefined, row)),
  ])
}

/** Returns the cards that the changes touched, and cards that lost a deleted tag, as they are afterwards. */
function cardsAfter(
  before: Rows,
  changes: readonly Change[],
  goneTagIds: ReadonlySet<Id>,
): Map<Id, Card | null> {
  const after = new Map<Id, Card | null>()
  for (const change of changes) if (change.kind === 'card') after.set(change.id, change.row)
  for (const tagId of goneTagIds)
    for (const card of before.cardsCarrying(tagId)) {
      const row = after.get(card.id) ?? card
      after.set(card.id, withoutTag(row, tagId))
    }
  return after
}

function groupsAfter(
  before: Rows,
  changes: readonly Change[],
  goneTagIds: ReadonlySet<Id>,
): Map<Id, TagGroup | null> {
  const after = new Map<Id, TagGroup | null>()
  for (const change of changes) if (change.kind === 'group') after.set(change.id, change.row)
  for (const tagId of goneTagIds)
    for (const group of before.groupsHolding(tagId)) {
      const row = after.get(group.id) ?? group
      after.set(group.id, withoutTag(row, tagId))
    }
  return after
}

/**
 * Restores one card by an edit of the changed fields, so that later changes of others stay. A card that was deleted
 * before is only deleted again: this device's copy of it may be older than the edit.
 */
function undoCard(
  id: Id,
  before: Card | undefined,
  after: Card | null,
  wasLiving: boolean,
  rows: Rows,
): Mutation[] {
  if (before === undefined) return [{ name: 'deleteCards', args: { cardIds: [id] } }]
  if (after === null) return [{ name: 'restoreCards', args: { cardIds: [id] } }]
  if (!wasLiving) return [{ name: 'deleteCards', args: { cardIds: [id] } }]
  // Tags that were deleted since are not restored. Tags that the card still has are not touched, even if their row is
  // missing.
  const kept = new Set(after.tagIds)
  const tagIds = before.tagIds.filter((tagId) => kept.has(tagId) || rows.tag(tagId) !== undefined)
  const edit = diffCard(after, { ...before, tagIds })
  if (edit === null) return []
  // The restored text would give the card an address that it did not have before, so set the address too.
  const isTold = edit.address === undefined && addressAfter(after, before) !== before.address
  const address = { before: after.address, after: before.address }
  return [{ name: 'editCard', args: { ...edit, ...(isTold && { address }) } }]
}

/** Restores one tag. Cards and groups restore their references to it. */
function undoTag(before: Tag | undefined, after: Tag | null): Mutation[] {
  if (before === undefined)
    return after === null ? [] : [{ name: 'deleteTags', args: { tagIds: [after.id] } }]
  const tagIds = [before.id]
  if (after === null)
    return [
      { name: 'createTags', args: { tags: [{ id: before.id, name: before.name }], attachToCardIds: [] } },
      ...(before.color === null
        ? []
        : [{ name: 'setTagColor', args: { tagIds, color: before.color } } as const]),
    ]
  const undo: Mutation[] = []
  if (before.name !== after.name)
    undo.push({ name: 'renameTag', args: { tagId: before.id, name: before.name } })
  if (before.color !== after.color) undo.push({ name: 'setTagColor', args: { tagIds, color: before.color } })
  return undo
}

/**
 * Restores the other names, the display name and the parents of one tag after all tags are restored. Tags that imply it
 * still name it in their rows.
 *
 * @param rows the rows before the act; a parent that was gone then is not restored
 */
function undoRelations(before: Tag, after: Tag | null, rows: Rows): Mutation[] {
  const [names, parents] = after === null ? [[], []] : [otherNamesOf(after), parentIdsOf(after)]
  const isLiving = (id: Id) => rows.tag(id) !== undefined
  const tagId = before.id
  const undo: Mutation[] = []
  const added = namesMissingFrom(otherNamesOf(before), names)
  const removed = namesMissingFrom(names, otherNamesOf(before))
  if (removed.length > 0) undo.push({ name: 'addTagNames', args: { tagId, names: removed } })
  if (before.displayName !== after?.displayName)
    undo.push({ name: 'setTagDisplayName', args: { tagId, displayName: before.displayName ?? null } })
  // Names are removed after the display name was set, because removing a name also removes it as display
  // name.
  if (added.length > 0) undo.push({ name: 'removeTagNames', args: { tagId, names: added } })
  const addedParents = missingFrom(parentIdsOf(before), parents)
  const removedParents = missingFrom(parents, parentIdsOf(before)).filter(isLiving)
  if (addedParents.length > 0)
    undo.push({ name: 'removeTagParents', args: { tagIds: [tagId], parentIds: addedParents } })
  if (removedParents.length > 0)
    undo.push({ name: 'addTagParents', args: { tagIds: [tagId], parentIds: removedParents } })
  return undo
}

/** Restores the child groups of one tag, after all groups are restored. `rows`: as with `undoRelations`. */
function undoChildGroups(before: Tag, after: Tag | null, rows: Rows): Mutation[] {
  const groups = after === null ? [] : childGroupIdsOf(after)
  const tagIds = [before.id]
  const added = missingFrom(childGroupIdsOf(before), groups)
  const removed = missingFrom(groups, childGroupIdsOf(before)).filter((id) => rows.group(id) !== undefined)
  return [
    ...(added.length > 0 ? [{ name: 'removeChildGroups', args: { tagIds, groupIds: added } } as const] : []),
    ...(removed.length > 0 ? [{ name: 'addChildGroups', args: { tagIds, groupIds: removed } } as const] : []),
  ]
}

function namesMissingFrom(names: readonly string[], others: readonly string[]): string[] {
  const known = new Set(names.map(tagName))
  return others.filter((name) => !known.has(tagName(name)))
}

/** Restores one group. */
function undoGroup(id: Id, before: TagGroup | undefined, after: TagGroup | null, rows: Rows): Mutation[] {
  if (before === undefined) return after === null ? [] : [{ name: 'deleteGroups', args: { groupIds: [id] } }]
  if (after === null) return recreated(before, rows)
  const undo: Mutation[] = []
  const groupIds = [id]
  if (before.title !== after.title)
    undo.push({ name: 'renameGroup', args: { groupId: id, title: before.title } })
  if (before.color !== after.color)
    undo.push({ name: 'setGroupColor', args: { groupIds, color: before.color } })
  if (before.isHidden !== after.isHidden)
    undo.push({ name: 'setGroupsHidden', args: { groupIds, isHidden: before.isHidden } })
  const added = missingFrom(before.tagIds, after.tagIds)
  const removed = missingFrom(after.tagIds, before.tagIds)
  if (added.length > 0) undo.push({ name: 'detachGroups', args: { tagIds: added, groupIds } })
  if (removed.length > 0) undo.push({ name: 'attachGroups', args: { tagIds: removed, groupIds } })
  return undo
}

function recreated(group: TagGroup, rows: Rows): Mutation[] {
  const groupIds = [group.id]
  const tagIds = group.tagIds.filter((tagId) => rows.tag(tagId) !== undefined)
  const undo: Mutation[] = [
    { name: 'createGroups', args: { groups: [{ id: group.id, title: group.title }], tagIds } },
  ]
  if (group.color !== null) undo.push({ name: 'setGroupColor', args: { groupIds, color: group.color } })
  if (group.isHidden) undo.push({ name: 'setGroupsHidden', args: { groupIds, isHidden: true } })
  return undo
}

/** Returns the mutations that undo a merge or a rename of tags. */
function tagUndo(before: Rows, { changes }: Outcome, savedSearches: readonly string[]): Mutation[] {
  const tags: TagBefore[] = []
  const newNameByOld = new Map<string, string>()
  let target: Tag | undefined
  for (const change of changes) {
    const tag = change.kind === 'tag' ? before.tag(change.id) : undefined
    if (change.kind !== 'tag' || tag === undefined) continue
    const into = change.mergedInto === undefined ? undefined : before.tag(change.mergedInto)
    const name = into?.name ?? change.row?.name
    if (name === undefined || name === tag.name) continue
    tags.push(held(tag, before))
    newNameByOld.set(tag.name, name)
    target ??= into
  }
  const [first] = tags
  if (first === undefined) return []
  const hasMoved = followRenamedTags(savedSearches, newNameByOld) !== savedSearches
  const searches = hasMoved ? { savedSearches } : {}
  if (target === undefined) {
    const { id, name } = first.tag
    return [{ name: 'renameTag', args: { tagId: id, name, undoes: { ...first, ...searches } } }]
  }
  return [{ name: 'unmergeTags', args: { tags, into: targetBefore(target, tags, before), ...searches } }]
}

function held(tag: Tag, rows: Rows): TagBefore {
  const idOf = ({ id }: { readonly id: Id }) => id
  const children = rows.relatedTags().filter((other) => parentIdsOf(other).includes(tag.id))
  return {
    tag,
    cardIds: rows.cardsCarrying(tag.id).map(idOf),
    groupIds: rows.groupsHolding(tag.id).map(idOf),
    ...(children.length > 0 && { childIds: children.map(idOf) }),
  }
}

/** Returns the cards and groups that had the target and a merged tag: no others gain the target. */
function targetBefore(target: Tag, tags: readonly TagBefore[], rows: Rows): MergeTarget {
  const { cardIds, groupIds, childIds = [] } = held(target, rows)
  const [cards, groups] = [new Set(tags.flatMap((t) => t.cardIds)), new Set(tags.flatMap((t) => t.groupIds))]
  return {
    id: target.id,
    name: target.name,
    lastClickedAt: target.lastClickedAt,
    cardIds: cardIds.filter((id) => cards.has(id)),
    groupIds: groupIds.filter((id) => groups.has(id)),
    ...(target.otherNames && { otherNames: target.otherNames }),
    ...(target.parentIds && { parentIds: target.parentIds }),
    ...(target.childGroupIds && { childGroupIds: target.childGroupIds }),
    ...(childIds.length > 0 && { childIds }),
  }
}
