import { type MouseEvent, type PointerEvent, type RefObject, useRef } from 'react'

/** px by which a sheet must be dragged to close. */
const FAR_PX = 96
/** px per ms: a faster drag closes the sheet earlier. */
const FAST = 0.6

/**
 * Closes a sheet when a finger drags its header on a narrow window: down, or up if the sheet hangs from the top.
 * A short drag springs back. The cross does the same without dragging.
 *
 * @param way 1: down, -1: up, 0: not at all
 */
export function useSheetDrag(frame: RefObject<HTMLElement | null>, way: 1 | 0 | -1, onClose: () => void) {
  const start = useRef<{ readonly y: number; readonly at: number } | null>(null)
  const moveTo = (px: number) => {
    if (frame.current) frame.current.style.translate = px === 0 ? '' : `0 ${px}px`
  }
  const draggedBy = (event: PointerEvent) =>
    start.current === null ? 0 : Math.max(0, (event.clientY - start.current.y) * way)
  const end = (event: PointerEvent, isMeant: boolean) => {
    const far = draggedBy(event)
    const ms = Math.max(1, event.timeStamp - (start.current?.at ?? 0))
    start.current = null
    moveTo(0)
    if (isMeant && (far > FAR_PX || (far > 24 && far / ms > FAST))) onClose()
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const isSheet = way !== 0 && matchMedia('(max-width: 43.75em)').matches
      if (!isSheet || (event.target instanceof Element && event.target.closest('button, a, input'))) return
      start.current = { y: event.clientY, at: event.timeStamp }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onMouseDown(event: MouseEvent) {
      // The focus stays in the sheet, which gives it back.
      if (start.current !== null) event.preventDefault()
    },
    onPointerMove(event: PointerEvent) {
      if (start.current !== null) moveTo(draggedBy(event) * way)
    },
    onPointerUp: (event: PointerEvent) => start.current !== null && end(event, true),
    onPointerCancel: (event: PointerEvent) => start.current !== null && end(event, false),
  }
}
