/** Side and alignment of a floating panel. */
export type Placement = 'bottom-start' | 'bottom-end' | 'bottom' | 'top' | 'top-start' | 'right-start'

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const GAP = 6
const MARGIN = 8
/** A panel has little room if it has less than this part of the window's height. */
const LITTLE_ROOM = 0.6
/** On a phone a panel is a sheet at the bottom of the window. */
const IS_SHEET = '(max-width: 43.75em)'

/**
 * Places a fixed panel at an anchor, in pixels of the viewport. It flips to the side with more room, shifts
 * inwards at the edges, and is never higher than the window.
 */
export function place(panel: HTMLElement, anchor: Box, placement: Placement, matchWidth = false): void {
  if (matchMedia(IS_SHEET).matches) {
    for (const side of ['left', 'top', 'minWidth', 'maxHeight'] as const) panel.style[side] = ''
    return
  }
  const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight }
  if (matchWidth) panel.style.minWidth = `${anchor.right - anchor.left}px`
  panel.style.maxHeight = ''
  const { offsetWidth: width, offsetHeight: height } = panel
  if (placement === 'right-start') {
    const fits = anchor.right + width + MARGIN <= viewport.width
    panel.style.left = `${fits ? anchor.right + 2 : Math.max(MARGIN, anchor.left - width - 2)}px`
    panel.style.top = `${Math.max(MARGIN, Math.min(anchor.top, viewport.height - height - MARGIN))}px`
    return
  }
  const below = viewport.height - anchor.bottom - GAP - MARGIN
  const above = anchor.top - GAP - MARGIN
  const wantsTop = placement.startsWith('top')
  const onTop = wantsTop ? above >= height || above > below : below < height && above > below
  // A panel with little room on both sides covers its anchor. A list always stays next to its field.
  if (!matchWidth && Math.max(above, below) < Math.min(height, viewport.height * LITTLE_ROOM)) {
    panel.style.maxHeight = `${viewport.height - 2 * MARGIN}px`
    panel.style.top = `${clamp(anchor.bottom + GAP, viewport.height - height - MARGIN)}px`
    panel.style.left = `${clamp(startOf(placement, anchor, width), viewport.width - width - MARGIN)}px`
    return
  }
  const room = onTop ? above : below
  panel.style.maxHeight = `${Math.max(96, room)}px`
  const shown = Math.min(height, Math.max(96, room))
  panel.style.top = `${onTop ? anchor.top - GAP - shown : anchor.bottom + GAP}px`
  panel.style.left = `${clamp(startOf(placement, anchor, width), viewport.width - width - MARGIN)}px`
}

function startOf(placement: Placement, anchor: Box, width: number): number {
  if (placement.endsWith('-start')) return anchor.left
  if (placement.endsWith('-end')) return anchor.right - width
  return (anchor.left + anchor.right - width) / 2
}

function clamp(left: number, most: number): number {
  return Math.max(MARGIN, Math.min(left, most))
}
