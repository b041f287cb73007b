import type { Id, Tag } from '@cardinal/domain'
import type { TagInUse, TagRelationsInUse } from '../../questions.ts'
import { byName, type NaiveRows } from '../naive-rows.ts'

export function tagRelations(rows: NaiveRows, { tagId }: { tagId: Id }): TagRelationsInUse | undefined {
  if (!rows.tagsById.has(tagId)) return undefined
  return {
    parents: named(rows, ({ id }) => rows.parentsOf(tagId).includes(id)),
    children: named(rows, ({ id }) => rows.parentsOf(id).includes(tagId)),
    implied: named(rows, ({ id }) => rows.isImplied(id, [tagId])),
    foundCards: rows.cards.filter((card) => rows.isFoundBy(card, tagId)).length,
  }
}

export function impliedTags(rows: NaiveRows, { tagIds }: { tagIds: readonly Id[] }): TagInUse[] {
  return named(rows, ({ id }) => !tagIds.includes(id) && rows.isImplied(id, tagIds))
}

function named(rows: NaiveRows, isWanted: (tag: Tag) => boolean): TagInUse[] {
  return rows.tags
    .filter(isWanted)
    .sort(byName)
    .map((tag) => rows.inUse(tag))
}
