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
  unique,
  withRelations,
} from '@cardinal/domain'
import type { MutationContext, Outcome, Rows } from '../../mutation.ts'
import { findTags } from './rows.ts'

/**
 * Returns the changes of merging tags: cards, groups, clicks, relations, and the aliases of their ids.
 *
 * @param keepsNames whether the names of the merged tags become other names of the target
 */
export function mergedTags(merged: readonly Tag[], into: Tag, rows: Rows, keepsNames = false): Change[] {
  const mergedIds = new Set(merged.map(({ id }) => id))
  return [
    ...movedRows(mergedIds, into.id, rows),
    ...gained(into, merged, keepsNames),
    ...childrenMoved(mergedIds, into.id, rows),
    ...merged.map(({ id }): Change => ({ kind: 'tag', id, row: null, mergedInto: into.id })),
  ]
}

function movedRows(merged: ReadonlySet<Id>, intoTagId: Id, rows: Rows): Change[] {
  const changes = new Map<Id, Change>()
  const moved = (tagIds: readonly Id[]) => unique(tagIds.map((id) => (merged.has(id) ? intoTagId : id)))
  for (const tagId of merged) {
    for (const card of rows.cardsCarrying(tagId))
      changes.set(card.id, { kind: 'card', id: card.id, row: { ...card, tagIds: moved(card.tagIds) } })
    for (const group of rows.groupsHolding(tagId))
      changes.set(group.id, { kind: 'group', id: group.id, row: { ...group, tagIds: moved(group.tagIds) } })
  }
  return [...changes.values()]
}

function gained(into: Tag, merged: readonly Tag[], keepsNames: boolean): Change[] {
  const clickCount = merged.reduce((sum, tag) => sum + tag.clickCount, into.clickCount)
  const clicks = [into, ...merged].flatMap(({ lastClickedAt }) =>
    lastClickedAt === null ? [] : [lastClickedAt],
  )
  const lastClickedAt = clicks.length === 0 ? null : Math.max(...clicks)
  const row = { ...withRelationsOf(into, merged, keepsNames), clickCount, lastClickedAt }
  const isSame =
    clickCount === into.clickCount && lastClickedAt === into.lastClickedAt && hasSameRelations(row, into)
  return isSame ? [] : [{ kind: 'tag', id: into.id, row }]
}

/**
 * Edits other names, parents and child groups of tags. Sets `updatedAt` where they differ from before.
 *
 * @param revives whether the edit restores a tag that was deleted elsewhere; see `findTags`
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
 * Finds the one tag that a name stands for: the tag of that name, or else the oldest tag with that other name. Requires
 * `relatedTags` in the reads.
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

/**
 * Returns the target of a merge with the other names, parents and child groups of the merged tags, and their names if
 * those are kept.
 */
function withRelationsOf(into: Tag, merged: readonly Tag[], keepsNames: boolean): Tag {
  const gone = new Set([into.id, ...merged.map(({ id }) => id)])
  const names = merged.flatMap((tag) => (keepsNames ? namesOfTag(tag) : (tag.otherNames ?? [])))
  return withRelations(into, {
    otherNames: [...(into.otherNames ?? []), ...names],
    parentIds: [into, ...merged].flatMap(parentIdsOf).filter((id) => !gone.has(id)),
    childGroupIds: [into, ...merged].flatMap(childGroupIdsOf),
  })
}

/** Returns the tags that implied a merged tag, changed to imply the target. */
function childrenMoved(merged: ReadonlySet<Id>, intoTagId: Id, rows: Rows): Change[] {
  return rows.relatedTags().flatMap((tag): Change[] => {
    if (tag.id === intoTagId || merged.has(tag.id) || !parentIdsOf(tag).some((id) => merged.has(id)))
      return []
    const parentIds = parentIdsOf(tag).map((id) => (merged.has(id) ? intoTagId : id))
    return [{ kind: 'tag', id: tag.id, row: withRelations(tag, { parentIds }) }]
  })
}

/** Returns the tags with a merged group as child group, changed to name the group that it was merged into. */
export function childGroupMoved(groupId: Id, intoGroupId: Id, rows: Rows): Change[] {
  return rows.relatedTags().flatMap((tag): Change[] => {
    const groupIds = childGroupIdsOf(tag)
    if (!groupIds.includes(groupId)) return []
    const childGroupIds = groupIds.map((id) => (id === groupId ? intoGroupId : id))
    return [{ kind: 'tag', id: tag.id, row: withRelations(tag, { childGroupIds }) }]
  })
}
