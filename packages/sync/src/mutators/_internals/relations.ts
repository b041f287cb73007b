import {
  type Change,
  childGroupIdsOf,
  hasSameRelations,
  type Id,
  namesOfTag,
  ok,
  parentIdsOf,
  type Refusal,
  type Result,
  type Tag,
  tagName,
  withRelations,
} from '@cardinal/domain'
import type { MutationContext, Outcome, Rows } from '../../mutation.ts'
import { findTags } from './references.ts'

/**
 * Edits other names, parents and child groups of tags; `updatedAt` moves where they differ from before.
 *
 * @param revives whether the edit brings back a tag that was deleted elsewhere; see `findTags`
 */
export function editRelations(
  tagIds: readonly Id[],
  rows: Rows,
  context: MutationContext,
  revives: boolean,
  edit: (tag: Tag) => Result<Tag, Refusal>,
): Result<Outcome, Refusal> {
  const tags = findTags(tagIds, rows, context, revives)
  if (!tags.ok) return tags
  const changes: Change[] = []
  for (const before of tags.value.rows) {
    const edited = edit(before)
    if (!edited.ok) return edited
    const isSame = hasSameRelations(before, edited.value)
    if (!isSame)
      changes.push({ kind: 'tag', id: before.id, row: { ...edited.value, updatedAt: context.now } })
    else if (rows.tag(before.id) === undefined) changes.push({ kind: 'tag', id: before.id, row: before })
  }
  return ok({ changes })
}

/**
 * Finds the tag that a name stands for where one tag is meant: the tag of that name, or else the one with it among its
 * other names. Of several the oldest is taken. Needs `relatedTags` read.
 */
export function tagsByAnyName(rows: Rows): (name: string) => Tag | undefined {
  let byKey: Map<string, Tag> | null = null
  return (name) => {
    const own = rows.tagByName(name)
    if (own !== undefined) return own
    byKey ??= oldestByOtherName(rows.relatedTags())
    return byKey.get(tagName(name))
  }
}

function oldestByOtherName(tags: readonly Tag[]): Map<string, Tag> {
  const byKey = new Map<string, Tag>()
  const oldestFirst = [...tags].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
  for (const tag of oldestFirst)
    for (const name of tag.otherNames ?? []) {
      const key = tagName(name)
      if (!byKey.has(key)) byKey.set(key, tag)
    }
  return byKey
}

/** The target of a merge with the other names, parents and child groups of the merged tags; with their names, where those are kept. */
export function withRelationsOf(into: Tag, merged: readonly Tag[], keepsNames: boolean): Tag {
  const gone = new Set([into.id, ...merged.map(({ id }) => id)])
  const names = merged.flatMap((tag) => (keepsNames ? namesOfTag(tag) : (tag.otherNames ?? [])))
  return withRelations(into, {
    otherNames: [...(into.otherNames ?? []), ...names],
    parentIds: [into, ...merged].flatMap(parentIdsOf).filter((id) => !gone.has(id)),
    childGroupIds: [into, ...merged].flatMap(childGroupIdsOf),
  })
}

/** The tags that implied a merged tag, as they imply the target. */
export function childrenMoved(merged: ReadonlySet<Id>, intoTagId: Id, rows: Rows): Change[] {
  return rows.relatedTags().flatMap((tag): Change[] => {
    if (tag.id === intoTagId || merged.has(tag.id) || !parentIdsOf(tag).some((id) => merged.has(id)))
      return []
    const parentIds = parentIdsOf(tag).map((id) => (merged.has(id) ? intoTagId : id))
    return [{ kind: 'tag', id: tag.id, row: withRelations(tag, { parentIds }) }]
  })
}

/** The tags of which a group was a child, as they name the group that it became one with. */
export function childGroupMoved(groupId: Id, intoGroupId: Id, rows: Rows): Change[] {
  return rows.relatedTags().flatMap((tag): Change[] => {
    const groupIds = childGroupIdsOf(tag)
    if (!groupIds.includes(groupId)) return []
    const childGroupIds = groupIds.map((id) => (id === groupId ? intoGroupId : id))
    return [{ kind: 'tag', id: tag.id, row: withRelations(tag, { childGroupIds }) }]
  })
}
