import type { Id, TagGroup } from '@cardinal/domain'
import { fold } from '@cardinal/domain'

/** How much of the chosen tags a group holds. */
export type Holding = 'all' | 'some' | 'none'

export function holdingOf(group: TagGroup, tagIds: ReadonlySet<Id>): Holding {
  if (tagIds.size === 0) return 'none'
  const held = heldOf(group, tagIds)
  if (held === 0) return 'none'
  return held === tagIds.size ? 'all' : 'some'
}

/** How many of the tags a group holds. */
export function heldOf(group: TagGroup, tagIds: ReadonlySet<Id>): number {
  return group.tagIds.filter((id) => tagIds.has(id)).length
}

/**
 * Groups as the pane shows them: by title, those closest to the chosen tags first (`closest`, in the order
 * that the workspace answers), and only those with the text in their title.
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

/** What a drag of one tag carries: all the chosen ones when it is among them, else it alone. */
export function draggedTags(tagId: Id, chosen: ReadonlySet<Id>): readonly Id[] {
  return chosen.has(tagId) ? [...chosen] : [tagId]
}
