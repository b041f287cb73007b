import { useSyncExternalStore } from 'react'

/** Scale of the text, cached. Null: not measured yet. */
let knownScale: number | null = null

/** The window's width in CSS pixels, as in media queries. Decides how many rows a list adds at a time. */
export function useViewportWidth(): number {
  return useSyncExternalStore(subscribeToWidth, currentWidth, () => 1440)
}

/** The width divided by the scale of text: half of it for text of twice the size. */
export function useContentWidth(): number {
  return useSyncExternalStore(subscribeToWidth, contentWidth, () => 1440)
}

/** Up to this width in px home has its layout for phones: see search-area.module.css and rows.module.css. */
export const NARROW = 700
/** From this width in px on, the rail and the panel are beside the cards. Below it they are drawers. */
export const WIDE = 1000

function subscribeToWidth(listener: () => void): () => void {
  const onResize = () => {
    knownScale = null
    listener()
  }
  addEventListener('resize', onResize)
  return () => removeEventListener('resize', onResize)
}

/** The width of the window. Reading that of an element would force a layout. */
function currentWidth(): number {
  return innerWidth
}

/** The scale of the text. 1 is the default size. */
function textScale(): number {
  return (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16
}

function contentWidth(): number {
  knownScale ??= textScale()
  return currentWidth() / knownScale
}

/**
 * How many rows a list grows by (HM-15): 5 below a width of 1000 px, otherwise 10 in one column and 25 in
 * several.
 */
export function pageStep(width: number, columns: 'col' | 'cols'): number {
  if (width < 1000) return 5
  return columns === 'col' ? 10 : 25
}

/** How many columns of cards fit: at most 2 in a narrow window. */
export function columnCount(room: number, columns: 'col' | 'cols'): number {
  if (columns === 'col' || room < 360) return 1
  return room < 1700 ? 2 : 3
}
