import type { Id } from '@cardinal/domain'
import type { DragEvent } from 'react'

/** A kind of our own, so that nothing else that is dragged over the panes is taken for tags. */
const KIND = 'application/x-cardinal-tags'

/** What is dragged, and the group that it is dragged out of (null: from the list of tags). */
export interface Dragged {
  readonly tagIds: readonly Id[]
  readonly fromGroupId: Id | null
}

export function startDrag(event: DragEvent, dragged: Dragged): void {
  event.dataTransfer.setData(KIND, JSON.stringify(dragged))
  event.dataTransfer.effectAllowed = 'copyMove'
}

/** While something is over a place: whether it may be dropped there. */
export function carriesTags(event: DragEvent): boolean {
  return event.dataTransfer.types.includes(KIND)
}

export function endDrag(event: DragEvent): Dragged | null {
  const text = event.dataTransfer.getData(KIND)
  return text === '' ? null : (JSON.parse(text) as Dragged)
}
