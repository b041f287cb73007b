import { type Change, hasSameRelations, type Id, type Tag, unique } from '@cardinal/domain'
import type { Rows } from '../../mutation.ts'
import { childrenMoved, withRelationsOf } from './relations.ts'

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
