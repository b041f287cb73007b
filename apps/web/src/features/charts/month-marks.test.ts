import { describe, expect, it } from 'vitest'
import { monthBins } from './month-bins.ts'
import { markAfterKey, monthMarks } from './month-marks.ts'

const bins = monthBins(
  [
    { month: '2026-01', counts: { todo: 2, note: 0, link: 3 } },
    { month: '2026-02', counts: { todo: 0, note: 0, link: 0 } },
    { month: '2026-03', counts: { todo: 1, note: 4, link: 0 } },
  ],
  12,
)
const marks = monthMarks(bins)
const at = (bin: number, type: string) => marks.findIndex((mark) => mark.bin === bin && mark.type === type)

describe('the pieces of the bars over time', () => {
  it('[HM-17] the bars over time are stacked, without empty parts', () => {
    expect(marks.map(({ bin, type, count, below }) => [bin, type, count, below])).toEqual([
      [0, 'todo', 2, 0],
      [0, 'link', 3, 2],
      [2, 'todo', 1, 0],
      [2, 'note', 4, 1],
    ])
  })

  it('[HM-17] left and right arrows move between bars in one type, and up and down inside one bar', () => {
    expect(markAfterKey(marks, at(0, 'todo'), 'ArrowRight')).toBe(at(2, 'todo'))
    expect(markAfterKey(marks, at(2, 'todo'), 'ArrowUp')).toBe(at(2, 'note'))
    expect(markAfterKey(marks, at(2, 'note'), 'ArrowUp')).toBe(at(2, 'note'))
    expect(markAfterKey(marks, at(0, 'link'), 'ArrowLeft')).toBe(at(0, 'link'))
    expect(markAfterKey(marks, at(0, 'todo'), 'End')).toBe(marks.length - 1)
    expect(markAfterKey(marks, at(0, 'todo'), 'x')).toBeNull()
  })
})
