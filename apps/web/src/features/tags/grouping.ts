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
 * Groups whose title contains the text. The groups related to the chosen tags come first (`closest`, in the
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

/** The tags that a drag moves: all chosen tags if the dragged tag is one of them, otherwise only that tag. */
export function draggedTags(tagId: Id, chosen: ReadonlySet<Id>): readonly Id[] {
  return chosen.has(tagId) ? [...chosen] : [tagId]
}

/** A private MIME type, so that no other dragged data is taken for tags. */
const KIND = 'application/x-cardinal-tags'

/** The dragged tags and the group that contains them. Null: dragged from the list of tags. */
interface Dragged {
  readonly tagIds: readonly Id[]
  readonly fromGroupId: Id | null
}

export function startDrag(event: DragEvent, dragged: Dragged): void {
  event.dataTransfer.setData(KIND, JSON.stringify(dragged))
  event.dataTransfer.effectAllowed = 'copyMove'
}

/** Whether a drag contains tags, so that groups can accept the drop. */
export function carriesTags(event: DragEvent): boolean {
  return event.dataTransfer.types.includes(KIND)
}

export function endDrag(event: DragEvent): Dragged | null {
  const text = event.dataTransfer.getData(KIND)
  return text === '' ? null : (JSON.parse(text) as Dragged)
}
