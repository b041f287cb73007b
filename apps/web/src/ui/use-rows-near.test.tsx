// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useRowsNear } from './use-rows-near.ts'

/** A list of 100 rows in a window that shows ten. Returns the first and the last rendered row. */
function list() {
  const { result } = renderHook(() => useRowsNear(6))
  const rowsFrom = (startIndex: number) => {
    const { overscan, rangeExtractor } = result.current
    const rows = rangeExtractor({ startIndex, endIndex: startIndex + 9, overscan, count: 100 })
    return [rows[0], rows.at(-1)]
  }
  const scroll = (isScrolling: boolean) => act(() => result.current.onChange({ isScrolling }))
  return { rowsFrom, scroll }
}

describe('the rows that a list draws', () => {
  it('[HM-15] the rendered rows surround the window at rest and while it scrolls slowly', () => {
    const { rowsFrom, scroll } = list()
    expect(rowsFrom(20)).toEqual([14, 35])
    scroll(true)
    expect(rowsFrom(23)).toEqual([17, 38])
    expect(rowsFrom(19)).toEqual([13, 34])
  })

  it('[HM-15] only rows in the window and ahead of it are rendered while the list jumps, and rows on both sides once it rests', () => {
    const { rowsFrom, scroll } = list()
    rowsFrom(0)
    scroll(true)
    expect(rowsFrom(30)).toEqual([30, 42])
    expect(rowsFrom(5)).toEqual([2, 14])
    expect(rowsFrom(90)).toEqual([90, 99])
    scroll(false)
    expect(rowsFrom(90)).toEqual([84, 99])
  })
})
