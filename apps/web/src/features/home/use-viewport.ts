import { useSyncExternalStore } from 'react'

/** As it was read last; null: read it anew. */
let knownScale: number | null = null

/** Width of the window in CSS pixels, as media queries count it: the step in which a list grows hangs on it. */
export function useViewportWidth(): number {
  return useSyncExternalStore(subscribeToWidth, currentWidth, () => 1440)
}

/**
 * The same in pixels of the usual text size: half of it where text is twice as large. The layout
 * depends on it, because text has to fit in.
 */
export function useRoom(): number {
  return useSyncExternalStore(subscribeToWidth, currentRoom, () => 1440)
}

/** Above this room the rail and the panel stand beside the cards; below they are drawers. */
export const WIDE = 1000

function subscribeToWidth(listener: () => void): () => void {
  const onResize = () => {
    knownScale = null
    listener()
  }
  addEventListener('resize', onResize)
  return () => removeEventListener('resize', onResize)
}

/** Of the window, not of an element: that would make the browser lay out what has just been drawn. */
function currentWidth(): number {
  return innerWidth
}

/** How much larger than usual the person's text is. */
function textScale(): number {
  return (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16
}

function currentRoom(): number {
  knownScale ??= textScale()
  return currentWidth() / knownScale
}

/** The step in which a list grows (HM-15): 5 below a width of 1000, else 10 in one column, 25 in several. */
export function pageStep(width: number, columns: 'col' | 'cols'): number {
  if (width < 1000) return 5
  return columns === 'col' ? 10 : 25
}

/** How many columns of cards have room beside each other: at most 2 on a narrow screen. */
export function columnCount(room: number, columns: 'col' | 'cols'): number {
  if (columns === 'col' || room < 360) return 1
  return room < 1700 ? 2 : 3
}
