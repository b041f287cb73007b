import { useSyncExternalStore } from 'react'

/** As it was read last: reading it makes the browser lay out what has just been changed. Null: read it anew. */
let knownWidth: number | null = null
let knownScale: number | null = null

/** Width of the page in CSS pixels; the specification's own limits hang on it. */
export function useViewportWidth(): number {
  return useSyncExternalStore(subscribeToWidth, currentWidth, () => 1440)
}

/**
 * The same in pixels of the usual text size: half of it where text is twice as large. What stands beside each
 * other hangs on this, because text has to fit in.
 */
export function useRoom(): number {
  return useSyncExternalStore(subscribeToWidth, currentRoom, () => 1440)
}

/** Above this room the rail and the panel stand beside the cards; below they are drawers. */
export const WIDE = 1000

function subscribeToWidth(listener: () => void): () => void {
  // Nobody heard of changes while nobody listened.
  knownWidth = knownScale = null
  const onResize = () => {
    knownWidth = knownScale = null
    listener()
  }
  addEventListener('resize', onResize)
  return () => removeEventListener('resize', onResize)
}

function currentWidth(): number {
  knownWidth ??= document.documentElement.clientWidth
  return knownWidth
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

/** How many columns of cards stand beside each other: at most 2 on a narrow screen. */
export function columnCount(width: number, columns: 'col' | 'cols'): number {
  if (columns === 'col' || width < 360) return 1
  return width < 1700 ? 2 : 3
}
