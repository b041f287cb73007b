import { useSyncExternalStore } from 'react'

/** Width of the page in CSS pixels; the specification's own limits hang on it. */
export function useViewportWidth(): number {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('resize', listener)
      return () => removeEventListener('resize', listener)
    },
    () => document.documentElement.clientWidth,
    () => 1440,
  )
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
