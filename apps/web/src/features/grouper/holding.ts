import type { Id, TagGroup } from '@cardinal/domain'
import { fold } from '@cardinal/domain'

/** How many of the chosen tags a group has. */
export type Holding = 'all' | 'some' | 'none'

export function holdingOf(group: TagGroup, tagIds: ReadonlySet<Id>): Holding {
  if (tagIds.size === 0) return 'none'
  const held = heldCount(group, tagIds)
  if (held === 0) return 'none'
  return held === tagIds.size ? 'all' : 'some'
}

/** Counts the tags that a group has. */
export function heldCount(group: TagGroup, tagIds: ReadonlySet<Id>): number {
  return group.tagIds.filter((id) => tagIds.has(id)).length
}

/**
 * Returns the groups with the text in their title. The groups closest to the chosen tags come first (`closest`, in the
 * answer's order), then the others by title.
 */
export function orderedGroups(
  groups: readonly TagGroup[],
  closest: readonly Id[],
  text: string,
): readonly TagGroup[] {
  const rank = new Map(closest.map((id, index) => [id, index]))
  const wanted = fold(text)
  return groups
    .filter((group) => fold(group.title).includes(wanted))
    .sort((a, b) => {
      const byRank = (rank.get(a.id) ?? closest.length) - (rank.get(b.id) ?? closest.length)
      return byRank !== 0 ? byRank : a.title < b.title ? -1 : 1
    })
}

/** Returns the tags that a drag of one tag moves: all chosen tags if it is one of them, else only this tag. */
export function draggedTags(tagId: Id, chosen: ReadonlySet<Id>): readonly Id[] {
  return chosen.has(tagId) ? [...chosen] : [tagId]
}
