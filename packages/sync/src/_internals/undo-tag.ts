import { childGroupIdsOf, type Id, otherNamesOf, parentIdsOf, type Tag, tagName } from '@cardinal/domain'
import type { Mutation, Rows } from '../mutation.ts'
import { missingFrom } from './missing.ts'

/** Restores one tag. Cards and groups restore their references to it. */
export function undoTag(before: Tag | undefined, after: Tag | null): Mutation[] {
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
export function undoRelations(before: Tag, after: Tag | null, rows: Rows): Mutation[] {
  const [names, parents] = after === null ? [[], []] : [otherNamesOf(after), parentIdsOf(after)]
  const isLiving = (id: Id) => rows.tag(id) !== undefined
  const tagId = before.id
  const undo: Mutation[] = []
  const added = namesMissingFrom(otherNamesOf(before), names)
  const removed = namesMissingFrom(names, otherNamesOf(before))
  if (removed.length > 0) undo.push({ name: 'addTagNames', args: { tagId, names: removed } })
  if (before.displayName !== after?.displayName)
    undo.push({ name: 'setTagDisplayName', args: { tagId, displayName: before.displayName ?? null } })
  // After the names, because a display name is removed with its name.
  if (added.length > 0) undo.push({ name: 'removeTagNames', args: { tagId, names: added } })
  const addedParents = missingFrom(parentIdsOf(before), parents)
  const removedParents = missingFrom(parents, parentIdsOf(before)).filter(isLiving)
  if (addedParents.length > 0)
    undo.push({ name: 'removeTagParents', args: { tagIds: [tagId], parentIds: addedParents } })
  if (removedParents.length > 0)
    undo.push({ name: 'addTagParents', args: { tagIds: [tagId], parentIds: removedParents } })
  return undo
}

/** Puts the child groups of one tag back, once all groups are there again. `rows`: as with `undoRelations`. */
export function undoChildGroups(before: Tag, after: Tag | null, rows: Rows): Mutation[] {
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
