import { childGroupIdsOf, type Id, type Tag } from '@cardinal/domain'
import type { TagInUse, TagRelationsInUse } from '../../questions.ts'
import { byName, byTitle, type NaiveRows } from '../naive-rows.ts'

export function tagRelations(rows: NaiveRows, { tagId }: { tagId: Id }): TagRelationsInUse | undefined {
  const tag = rows.tagsById.get(tagId)
  if (tag === undefined) return undefined
  return {
    parents: named(rows, ({ id }) => rows.parentsOf(tagId).includes(id)),
    groupParents: named(rows, ({ id }) => rows.parentsOverGroups(tagId).includes(id)),
    children: named(rows, ({ id }) => rows.parentsOf(id).includes(tagId)),
    childGroups: rows.groups.filter(({ id }) => childGroupIdsOf(tag).includes(id)).sort(byTitle),
    implied: named(rows, ({ id }) => rows.isImplied(id, [tagId])),
    foundCards: rows.cards.filter((card) => rows.isFoundBy(card, tagId)).length,
  }
}

export function impliedTags(rows: NaiveRows, { tagIds }: { tagIds: readonly Id[] }): TagInUse[] {
  return named(rows, ({ id }) => !tagIds.includes(id) && rows.isImplied(id, tagIds))
}

export function impliedByGroup(rows: NaiveRows, { groupId }: { groupId: Id }): TagInUse[] {
  return rows.groupsById.has(groupId) ? named(rows, (tag) => childGroupIdsOf(tag).includes(groupId)) : []
}

function named(rows: NaiveRows, isWanted: (tag: Tag) => boolean): TagInUse[] {
  return rows.tags
    .filter(isWanted)
    .sort(byName)
    .map((tag) => rows.inUse(tag))
}
