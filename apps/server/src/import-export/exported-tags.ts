import {
  childGroupIdsOf,
  type Id,
  parentIdsOf,
  type Tag,
  type TagGroup,
  withRelations,
} from '@cardinal/domain'

/**
 * Tags and groups in the order of their names, so that equal data gives equal files.
 *
 * @param used the tags to export, with all they imply and the groups that contain them; null: all
 */
export function listsOf(
  tags: readonly Tag[],
  groups: readonly TagGroup[],
  used: ReadonlySet<Id> | null,
): [Tag[], TagGroup[]] {
  const byId = new Map(tags.map((tag) => [tag.id, tag]))
  const kept = used === null ? new Set(byId.keys()) : withImplied(used, byId, groups)
  const keptGroups = groups
    .map((group) => ({ ...group, tagIds: group.tagIds.filter((id) => kept.has(id)) }))
    .filter(({ tagIds }) => used === null || tagIds.length > 0)
  const groupIds = new Set(keptGroups.map(({ id }) => id))
  const keptTags = tags
    .filter(({ id }) => kept.has(id))
    // Ids of deleted parents and groups are not exported.
    .map((tag) =>
      withRelations(tag, {
        parentIds: parentIdsOf(tag).filter((id) => byId.has(id)),
        childGroupIds: childGroupIdsOf(tag).filter((id) => groupIds.has(id)),
      }),
    )
  return [
    keptTags.sort((a, b) => (a.name < b.name ? -1 : 1)),
    keptGroups.sort((a, b) => (a.title < b.title ? -1 : 1)),
  ]
}

/** The tags with all they imply: parents, and tags implied by every tag of a group. */
function withImplied(
  used: ReadonlySet<Id>,
  byId: ReadonlyMap<Id, Tag>,
  groups: readonly TagGroup[],
): ReadonlySet<Id> {
  const groupsHolding = new Map<Id, Id[]>()
  for (const { id, tagIds } of groups) for (const tagId of tagIds) addTo(groupsHolding, tagId, id)
  const parentsByGroup = new Map<Id, Id[]>()
  for (const tag of byId.values()) for (const id of childGroupIdsOf(tag)) addTo(parentsByGroup, id, tag.id)
  const kept = new Set(used)
  for (const id of kept) {
    const tag = byId.get(id)
    if (tag !== undefined) for (const parent of parentIdsOf(tag)) kept.add(parent)
    for (const groupId of groupsHolding.get(id) ?? []) {
      for (const parent of parentsByGroup.get(groupId) ?? []) kept.add(parent)
      // Each group is visited once.
      parentsByGroup.delete(groupId)
    }
  }
  return kept
}

export function addTo(map: Map<Id, Id[]>, key: Id, id: Id): void {
  const ids = map.get(key)
  if (ids === undefined) map.set(key, [id])
  else ids.push(id)
}
