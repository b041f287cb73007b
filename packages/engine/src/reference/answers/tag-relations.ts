import { childGroupIdsOf, fold, type Id, nameLikeness, type Tag } from '@cardinal/domain'
import {
  FEWEST_FOR_PARENT,
  type RelationSuggestion,
  SHARE_FOR_PARENT,
  type TagInUse,
  type TagRelationsInUse,
} from '../../questions.ts'
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

export function suggestRelations(rows: NaiveRows, { limit }: { limit: number }): RelationSuggestion[] {
  const tags = rows.tags.map((tag) => rows.inUse(tag)).sort(byName)
  const found: RelationSuggestion[] = []
  for (const tag of tags)
    for (const other of tags) {
      if (tag === other || rows.isImplied(tag.id, [other.id]) || rows.isImplied(other.id, [tag.id])) continue
      const likeness = nameLikeness(fold(tag.name), fold(other.name))
      const isBehind = tag.cardCount - other.cardCount || byName(other, tag)
      if (likeness !== null && isBehind < 0) found.push({ kind: 'same', tag, other, likeness })
      const cards = rows.cards.filter((card) => card.tagIds.includes(tag.id))
      const count = cards.filter((card) => card.tagIds.includes(other.id)).length
      if (cards.length < FEWEST_FOR_PARENT || other.cardCount < 2 * cards.length) continue
      if (count >= SHARE_FOR_PARENT * cards.length && count > 0)
        found.push({ kind: 'part', tag, other, count, of: cards.length })
    }
  return found
    .sort(
      (a, b) =>
        Number(b.kind === 'same') - Number(a.kind === 'same') ||
        b.other.cardCount - a.other.cardCount ||
        byName(a.tag, b.tag) ||
        byName(a.other, b.other),
    )
    .slice(0, limit)
}
