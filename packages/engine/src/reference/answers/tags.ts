import {
  type CardType,
  compareCodePoints,
  fold,
  type Id,
  isCalled,
  namesOfTag,
  type TagOrder,
  tagName,
} from '@cardinal/domain'
import type {
  Highlights,
  SiblingQuery,
  SiblingTags,
  TagInUse,
  TagPage,
  TagPageQuery,
  TagPlace,
} from '../../questions.ts'
import { byId, byName, byUse, type NaiveRows } from '../naive-rows.ts'

export function allTags(rows: NaiveRows, { order }: { order: TagOrder }): TagInUse[] {
  const compare = ascending(order)
  const turn = order.by === 'recently' || order.by === 'most' || order.of === 'desc' ? -1 : 1
  const isClicked = (tag: TagInUse) =>
    order.of !== 'searched' || order.by === 'most' || order.by === 'least' || tag.lastClickedAt !== null
  const tags = rows.tags.map((tag) => rows.inUse(tag)).sort((a, b) => turn * compare(a, b) || byId(a, b))
  return [...tags.filter(isClicked), ...tags.filter((tag) => !isClicked(tag))]
}

function ascending(order: TagOrder): (a: TagInUse, b: TagInUse) => number {
  switch (order.of) {
    case 'added':
      return (a, b) => a.createdAt - b.createdAt
    case 'updated':
      return (a, b) => a.updatedAt - b.updatedAt
    case 'tagged':
      return (a, b) => a.cardCount - b.cardCount
    case 'searched':
      return order.by === 'most' || order.by === 'least'
        ? (a, b) => a.clickCount - b.clickCount || a.cardCount - b.cardCount
        : (a, b) => (a.lastClickedAt ?? 0) - (b.lastClickedAt ?? 0)
    default:
      return (a, b) => compareCodePoints(fold(a.name), fold(b.name))
  }
}

export function tagsByName(
  rows: NaiveRows,
  { names }: { names: readonly string[] },
): (TagInUse | undefined)[] {
  return names.map((name) => {
    const own = rows.tags.filter((one) => one.name === name)
    const called = own.length > 0 ? own : rows.tags.filter((one) => isCalled(one, name))
    return called.map((one) => rows.inUse(one)).sort(byId)[0]
  })
}

export function tagIdsInOrder(rows: NaiveRows, params: { order: TagOrder }): Id[] {
  return allTags(rows, params).map(({ id }) => id)
}

export function pageOfTags(rows: NaiveRows, query: TagPageQuery): TagPage {
  const { order, without, containing, isOnCards, from, offset, limit } = query
  const found = allTags(rows, { order }).filter(
    (tag) =>
      !without.includes(tag.name) &&
      namesOfTag(tag).some((name) => tagName(name).includes(containing)) &&
      (from === null || isFrom(from, tag.id, tag.name, tag.cardCount)) &&
      (isOnCards === null || isOnCards === tag.cardCount > 0),
  )
  return { tags: found.slice(offset, offset + limit), total: found.length }
}

function isFrom(place: TagPlace, id: Id, name: string, cardCount: number): boolean {
  if ('cardCount' in place && place.cardCount !== cardCount) return cardCount < place.cardCount
  if ('name' in place && fold(place.name) !== fold(name))
    return compareCodePoints(fold(place.name), fold(name)) < 0
  return id >= place.id
}

export function countTagRows(rows: NaiveRows): number {
  return rows.tags.length
}

export function tagsById(rows: NaiveRows, { ids }: { ids: readonly Id[] }): (TagInUse | undefined)[] {
  return ids.map((id) => {
    const tag = rows.tagsById.get(id)
    return tag && rows.inUse(tag)
  })
}

export function tagsOfCards(
  rows: NaiveRows,
  { cardIds, type }: { cardIds: readonly Id[]; type: CardType | null },
): TagInUse[] {
  const cards = rows.cards.filter(
    (card) => cardIds.includes(card.id) && (type === null || card.type === type),
  )
  return rows.countTags(cards).flatMap(({ tagId }) => tagsById(rows, { ids: [tagId] })) as TagInUse[]
}

export function siblingTags(rows: NaiveRows, { tagIds, negativeTagIds, type }: SiblingQuery): SiblingTags {
  if (tagIds.length === 0) return { allOf: [], anyOf: [] }
  const cards = rows.cards.filter(
    (card) => (type === null || card.type === type) && !negativeTagIds.some((id) => rows.isFoundBy(card, id)),
  )
  const isOther = ({ tagId }: { tagId: Id }) => !tagIds.includes(tagId) && !negativeTagIds.includes(tagId)
  const withAll = cards.filter((card) => tagIds.every((id) => rows.isFoundBy(card, id)))
  const withAny = cards.filter((card) => tagIds.some((id) => rows.isFoundBy(card, id)))
  return { allOf: rows.countTags(withAll).filter(isOther), anyOf: rows.countTags(withAny).filter(isOther) }
}

/** Returns both lists by name. */
export function highlights(rows: NaiveRows, { tagId }: { tagId: Id }): Highlights {
  const others = rows.tags.filter((tag) => tag.id !== tagId).sort(byName)
  const groups = rows.groups.filter((group) => group.tagIds.includes(tagId))
  const todos = rows.cards.filter((card) => card.type === 'todo' && card.tagIds.includes(tagId))
  const ids = others.map((tag) => tag.id)
  return {
    sharesGroup: ids.filter((id) => groups.some((group) => group.tagIds.includes(id))),
    sharesTodos: ids.filter((id) => todos.some((card) => card.tagIds.includes(id))),
  }
}

export function tagsOfGroups(rows: NaiveRows, { groupIds }: { groupIds: readonly Id[] }): TagInUse[] {
  return rows.tags
    .map((tag) => rows.inUse(tag))
    .filter((tag) => tag.groupIds.some((id) => groupIds.includes(id)))
    .sort(byUse)
}

export function ungroupedTags(rows: NaiveRows): TagInUse[] {
  return rows.tags
    .map((tag) => rows.inUse(tag))
    .filter((tag) => tag.groupIds.length === 0)
    .sort(byUse)
}
