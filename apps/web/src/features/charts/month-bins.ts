import { CARD_TYPES, type CardCounts, type LocalDay } from '@cardinal/domain'
import type { Overview } from '@cardinal/engine'
import { monthName } from '../../shared/text/dates.ts'

/** The number of cards added in a month, a quarter or a year. */
export interface MonthBin {
  /** The first month of the bin, as in "2026-03". */
  readonly month: string
  readonly label: string
  readonly counts: CardCounts
  readonly total: number
  readonly first: LocalDay
  readonly last: LocalDay
}

/** Possible sizes of a bin in months. The smallest that keeps the chart readable is used. */
const WIDTHS = [1, 3, 12] as const

/** Groups months into at most `most` bins, oldest first. A quarter begins in January, April, July or October. */
export function monthBins(byMonth: Overview['byMonth'], most: number): readonly MonthBin[] {
  const width = WIDTHS.find((each) => Math.ceil(byMonth.length / each) + 1 <= most) ?? 12
  const bins = new Map<string, { counts: CardCounts; total: number; start: number }>()
  for (const { month, counts } of byMonth) {
    const start = Math.floor(monthNumber(month) / width) * width
    const key = monthText(start)
    const before = bins.get(key)?.counts ?? { todo: 0, note: 0, link: 0 }
    const sum = Object.fromEntries(CARD_TYPES.map((type) => [type, before[type] + counts[type]]))
    const total = CARD_TYPES.reduce((all, type) => all + (sum[type] ?? 0), 0)
    bins.set(key, { counts: sum as CardCounts, total, start })
  }
  return [...bins].map(([month, { counts, total, start }]) => ({
    month,
    counts,
    total,
    label: labelOf(start, width),
    first: { year: yearOf(start), month: (start % 12) + 1, day: 1 },
    last: lastDayOf(start + width - 1),
  }))
}

/** Months since year 0. */
function monthNumber(month: string): number {
  const [year, number] = month.split('-').map(Number)
  return (year ?? 0) * 12 + (number ?? 1) - 1
}

function monthText(number: number): string {
  return `${String(yearOf(number)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`
}

function yearOf(number: number): number {
  return Math.floor(number / 12)
}

function labelOf(start: number, width: number): string {
  if (width === 12) return String(yearOf(start))
  const month = (start % 12) + 1
  return width === 1
    ? `${monthName(month)} ${yearOf(start)}`
    : `${monthName(month)} to ${monthName(month + width - 1)} ${yearOf(start)}`
}

function lastDayOf(number: number): LocalDay {
  const year = yearOf(number)
  const month = (number % 12) + 1
  return { year, month, day: new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate() }
}

/** A round number at or above the highest bar, and the grid lines below it. */
export function niceScale(highest: number): { readonly top: number; readonly ticks: readonly number[] } {
  const wanted = Math.max(1, highest) / 4
  const power = 10 ** Math.floor(Math.log10(wanted))
  const step = Math.max(1, [1, 2, 5, 10].map((each) => each * power).find((each) => each >= wanted) ?? 1)
  const top = Math.ceil(Math.max(1, highest) / step) * step
  return { top, ticks: Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step) }
}
