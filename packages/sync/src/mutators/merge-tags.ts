import { type Change, type Id, ok, refused, type Tag, unique } from '@cardinal/domain'
import type { Mutator, Rows } from '../mutation.ts'
import { findTags } from './_internals/cards.ts'

/**
 * Several tags become one: clicks add up, the latest click counts, cards and groups of the merged ones get
 * the one that stays. No `updatedAt` moves: for cards and groups it is no more than a new name.
 */
export const mergeTags: Mutator<'mergeTags'> = {
  reads: ({ tagIds, intoTagId }) => {
    const merged = tagIds.filter((id) => id !== intoTagId)
    return { tags: [...tagIds, intoTagId], cardsCarrying: merged, groupsHolding: merged }
  },
  write: ({ tagIds, intoTagId }, rows) => {
    const into = rows.tag(intoTagId)
    if (into === undefined) return refused({ kind: 'not-found', what: 'tag', id: intoTagId })
    const tags = findTags(
      tagIds.filter((id) => id !== intoTagId),
      rows,
    )
    if (!tags.ok) return tags
    const merged = tags.value
    if (merged.length === 0) return ok({ changes: [] })
    return ok({
      changes: [
        ...movedRows(new Set(merged.map(({ id }) => id)), intoTagId, rows),
        ...gainedClicks(into, merged),
        ...merged.map(({ id }): Change => ({ kind: 'tag', id, row: null })),
      ],
    })
  },
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

function gainedClicks(into: Tag, merged: readonly Tag[]): Change[] {
  const clickCount = merged.reduce((sum, tag) => sum + tag.clickCount, into.clickCount)
  const clicks = [into, ...merged].flatMap(({ lastClickedAt }) =>
    lastClickedAt === null ? [] : [lastClickedAt],
  )
  const lastClickedAt = clicks.length === 0 ? null : Math.max(...clicks)
  const isSame = clickCount === into.clickCount && lastClickedAt === into.lastClickedAt
  return isSame ? [] : [{ kind: 'tag', id: into.id, row: { ...into, clickCount, lastClickedAt } }]
}
