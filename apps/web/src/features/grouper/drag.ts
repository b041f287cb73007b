import type { Id } from '@cardinal/domain'
import type { DragEvent } from 'react'

/** A private MIME type, so that other dragged data is not taken for tags. */
const KIND = 'application/x-cardinal-tags'

/** The dragged tags, and the group that they are dragged from. Null: from the list of tags. */
export interface Dragged {
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
