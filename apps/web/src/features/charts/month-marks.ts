import { CARD_TYPES, type CardType } from '@cardinal/domain'
import type { MonthBin } from './month-bins.ts'

/** A piece of a stacked bar, with the search that a press on it runs. */
export interface MonthMark {
  readonly bin: number
  readonly type: CardType
  readonly count: number
  /** The number of cards in the pieces below it. */
  readonly below: number
}

/** The pieces that contain cards, bar by bar, from the bottom up. */
export function monthMarks(bins: readonly MonthBin[]): readonly MonthMark[] {
  return bins.flatMap(({ counts }, bin) => {
    let below = 0
    return CARD_TYPES.flatMap((type): MonthMark[] => {
      const count = counts[type]
      if (count === 0) return []
      const mark = { bin, type, count, below }
      below += count
      return [mark]
    })
  })
}

/**
 * The index of the piece that a key moves to. Left and right change the bar, up and down the piece within it.
 * Null: the chart doesn't use the key.
 */
export function markAfterKey(marks: readonly MonthMark[], at: number, key: string): number | null {
  const from = marks[at]
  if (from === undefined) return null
  if (key === 'Home') return 0
  if (key === 'End') return marks.length - 1
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const next = at + (key === 'ArrowUp' ? 1 : -1)
    return marks[next]?.bin === from.bin ? next : at
  }
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return null
  const isNext = (mark: MonthMark) => (key === 'ArrowRight' ? mark.bin > from.bin : mark.bin < from.bin)
  const neighbour = key === 'ArrowRight' ? marks.find(isNext) : marks.findLast(isNext)
  if (neighbour === undefined) return at
  const inBar = marks.filter((mark) => mark.bin === neighbour.bin)
  return marks.indexOf(inBar.find((mark) => mark.type === from.type) ?? neighbour)
}
