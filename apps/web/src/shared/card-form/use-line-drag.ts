import { type PointerEvent, type RefObject, useState } from 'react'

/** Props of a drag handle. */
export interface GripProps {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerCancel: () => void
}

export interface LineDrag {
  /** The index of the dragged line. Null: none. */
  readonly from: number | null
  gripOf(index: number): GripProps
  /** Returns whether the dragged line would land above or below this one. Undefined: neither. */
  dropAt(index: number): 'above' | 'below' | undefined
}

/**
 * Reorders the lines of a list by dragging their handles with mouse, pen or touch. The list changes at the release,
 * because moving the touched element would end the touch.
 *
 * @param onMove called with the line's present and new index
 */
export function useLineDrag(
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
): LineDrag {
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null)
  const end = () => setDrag(null)
  return {
    from: drag?.from ?? null,
    gripOf: (index) => ({
      onPointerDown: (event) => {
        if (event.button !== 0) return
        // The press must not select text or move the focus.
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ from: index, to: index })
      },
      onPointerMove: ({ clientY }) => {
        if (drag === null) return
        const lines = [...(list.current?.children ?? [])]
        const to = lineUnder(lines, clientY)
        if (to === drag.to) return
        lines[to]?.scrollIntoView({ block: 'nearest' })
        setDrag({ ...drag, to })
      },
      onPointerUp: ({ clientY }) => {
        // A quick finger is released before its last move was drawn: what counts is where it was released.
        const to = lineUnder([...(list.current?.children ?? [])], clientY)
        if (drag !== null && drag.from !== to) onMove(drag.from, to)
        end()
      },
      onPointerCancel: end,
    }),
    dropAt: (index) => {
      if (drag === null || drag.to !== index || drag.from === index) return undefined
      return drag.to < drag.from ? 'above' : 'below'
    },
  }
}

/** Returns the index of the line at this height of the window, or the nearest one. */
function lineUnder(lines: readonly Element[], y: number): number {
  const below = lines.findIndex((line) => y < line.getBoundingClientRect().bottom)
  return below < 0 ? lines.length - 1 : below
}
