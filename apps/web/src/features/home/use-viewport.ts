import { useSyncExternalStore } from 'react'

/** Cached scale of text. Null: must be measured. */
let knownScale: number | null = null

/** In CSS pixels, as in media queries. Decides how many rows a list adds at a time. */
export function useViewportWidth(): number {
  return useSyncExternalStore(subscribeToWidth, currentWidth, () => 1440)
}

/**
 * Returns the width divided by the scale of text: half of it where text is twice as large. The layout depends on it,
 * because text has to fit in.
 */
export function useContentWidth(): number {
  return useSyncExternalStore(subscribeToWidth, contentWidth, () => 1440)
}

/** px: up to this width home has the layout of a phone, see search-area.module.css, and rows.module.css clips tags to a line. */
export const NARROW = 700
/** From this width on, the rail and the panel are next to the cards. Below, they are drawers. */
export const WIDE = 1000

function subscribeToWidth(listener: () => void): () => void {
  const onResize = () => {
    knownScale = null
    listener()
  }
  addEventListener('resize', onResize)
  return () => removeEventListener('resize', onResize)
}

/** Reads the width of the window: that of an element would force a layout. */
function currentWidth(): number {
  return innerWidth
}

/** Returns the scale of text. 1 is the usual size. */
function textScale(): number {
  return (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16
}

function contentWidth(): number {
  knownScale ??= textScale()
  return currentWidth() / knownScale
}

/** Returns how many rows a list grows by (HM-15): 5 below a width of 1000, else 10 in one column, 25 in several. */
export function pageStep(width: number, columns: 'col' | 'cols'): number {
  if (width < 1000) return 5
  return columns === 'col' ? 10 : 25
}

/** Returns how many columns of cards fit: at most 2 on a narrow screen. */
export function columnCount(room: number, columns: 'col' | 'cols'): number {
  if (columns === 'col' || room < 360) return 1
  return room < 1700 ? 2 : 3
}
