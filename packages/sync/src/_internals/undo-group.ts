import type { Id, TagGroup } from '@cardinal/domain'
import type { Mutation, Rows } from '../mutation.ts'
import { missingFrom } from './missing.ts'

/** Restores one group. */
export function undoGroup(
  id: Id,
  before: TagGroup | undefined,
  after: TagGroup | null,
  rows: Rows,
): Mutation[] {
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
