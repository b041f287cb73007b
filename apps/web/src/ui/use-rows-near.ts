import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { useCallback, useRef, useState } from 'react'

/** Rows rendered beyond the window, in the direction of scrolling, while it jumps by whole windows. */
const ROWS_AHEAD = 3

/** Options of a virtualizer that decide which rows are rendered. */
interface RowsNear {
  readonly overscan: number
  readonly rangeExtractor: (range: Range) => number[]
  readonly onChange: (virtualizer: { readonly isScrolling: boolean }) => void
}

/**
 * Renders `overscan` rows before and after the window for slow scrolling. After a jump it renders only the window
 * and the next rows, and the rest when scrolling pauses.
 */
export function useRowsNear(overscan: number): RowsNear {
  const middle = useRef<number | null>(null)
  const [isScrolling, setIsScrolling] = useState(false)
  const onChange = useCallback<RowsNear['onChange']>(
    (virtualizer) => setIsScrolling(virtualizer.isScrolling),
    [],
  )
  const rowsAtRest = useCallback((range: Range) => {
    middle.current = middleOf(range)
    return defaultRangeExtractor(range)
  }, [])
  const rowsOnTheWay = useCallback((range: Range) => {
    const before = middle.current ?? middleOf(range)
    const [isBelow, isAbove] = [range.startIndex > before, range.endIndex < before]
    middle.current = middleOf(range)
    if (!isBelow && !isAbove) return defaultRangeExtractor(range)
    return defaultRangeExtractor({
      ...range,
      startIndex: Math.max(0, range.startIndex - (isAbove ? ROWS_AHEAD : 0)),
      endIndex: Math.min(range.count - 1, range.endIndex + (isBelow ? ROWS_AHEAD : 0)),
      overscan: 0,
    })
  }, [])
  return { overscan, rangeExtractor: isScrolling ? rowsOnTheWay : rowsAtRest, onChange }
}

function middleOf({ startIndex, endIndex }: Range): number {
  return (startIndex + endIndex) / 2
}
