import { fold, type Id, type TagGroup } from '@cardinal/domain'
import type { DragEvent } from 'react'

/** How many of the chosen tags a group has. */
type Holding = 'all' | 'some' | 'none'

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

/** A private MIME type, so that other dragged data is not taken for tags. */
const KIND = 'application/x-cardinal-tags'

/** The dragged tags, and the group that they are dragged from. Null: from the list of tags. */
interface Dragged {
  readonly tagIds: readonly Id[]
  readonly fromGroupId: Id | null
}

export function startDrag(event: DragEvent, dragged: Dragged): void {
  event.dataTransfer.setData(KIND, JSON.stringify(dragged))
  event.dataTransfer.effectAllowed = 'copyMove'
}

/** Returns whether a drag carries tags, so that places can allow the drop. */
export function carriesTags(event: DragEvent): boolean {
  return event.dataTransfer.types.includes(KIND)
}

export function endDrag(event: DragEvent): Dragged | null {
  const text = event.dataTransfer.getData(KIND)
  return text === '' ? null : (JSON.parse(text) as Dragged)
}
