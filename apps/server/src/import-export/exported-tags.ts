import {
  childGroupIdsOf,
  type Id,
  parentIdsOf,
  type Tag,
  type TagGroup,
  withRelations,
} from '@cardinal/domain'
import { isTurnLong, yieldToEventLoop } from '../lib/waiting.ts'

/** Tags and groups in the order of their names, and the groups of each tag. */
export interface ExportedTags {
  readonly tags: readonly Tag[]
  readonly groups: readonly TagGroup[]
  readonly groupIdsOf: ReadonlyMap<Id, readonly Id[]>
}

/**
 * Equal data gives the same order, and so equal files. Yields, because groups may have half a million tags.
 *
 * @param used the tags to export, with all that they imply, and the groups with these tags; null: all
 */
export async function listsOf(
  tags: readonly Tag[],
  groups: readonly TagGroup[],
  used: ReadonlySet<Id> | null,
): Promise<ExportedTags> {
  const byId = new Map(tags.map((tag) => [tag.id, tag]))
  const kept = used === null ? new Set(byId.keys()) : withImplied(used, byId, groups)
  const keptGroups: TagGroup[] = []
  const groupIdsOf = new Map<Id, Id[]>()
  for (const group of groups.toSorted((a, b) => (a.title < b.title ? -1 : 1))) {
    if (isTurnLong()) await yieldToEventLoop()
    const tagIds = group.tagIds.filter((id) => kept.has(id))
    if (used !== null && tagIds.length === 0) continue
    keptGroups.push({ ...group, tagIds })
    for (const tagId of tagIds) addTo(groupIdsOf, tagId, group.id)
  }
  const groupIds = new Set(keptGroups.map(({ id }) => id))
  const keptTags: Tag[] = []
  for (const tag of tags) {
    if (isTurnLong()) await yieldToEventLoop()
    if (!kept.has(tag.id)) continue
    // Ids of deleted parents and groups are not exported.
    const parentIds = parentIdsOf(tag).filter((id) => byId.has(id))
    const childGroupIds = childGroupIdsOf(tag).filter((id) => groupIds.has(id))
    keptTags.push(withRelations(tag, { parentIds, childGroupIds }))
  }
  if (isTurnLong()) await yieldToEventLoop()
  return { tags: keptTags.sort((a, b) => (a.name < b.name ? -1 : 1)), groups: keptGroups, groupIdsOf }
}

/** The tags with all that they imply: their parents, and tags implied by every tag of a group. */
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

function addTo(map: Map<Id, Id[]>, key: Id, id: Id): void {
  const ids = map.get(key)
  if (ids === undefined) map.set(key, [id])
  else ids.push(id)
}
