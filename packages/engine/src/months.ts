import type { CardCounts } from '@cardinal/domain'

export interface MonthCounts {
  /** Such as `2024-01`. */
  readonly month: string
  readonly counts: CardCounts
}

/** Months: a century. Over a longer span, months without cards are left out. */
const LONGEST_SPAN = 1200

/**
 * Counts each month from the first to the last, empty ones included.
 *
 * @param months months with cards, ascending, as year × 12 + month from 0
 */
export function withEmptyMonths(
  months: readonly number[],
  countsOf: (month: number) => CardCounts,
): MonthCounts[] {
  const first = months[0]
  const last = months.at(-1)
  if (first === undefined || last === undefined) return []
  const isReasonable = last - first < LONGEST_SPAN
  const shown = isReasonable ? Array.from({ length: last - first + 1 }, (_, i) => first + i) : months
  return shown.map((month) => ({ month: monthName(month), counts: countsOf(month) }))
}

function monthName(month: number): string {
  const year = Math.floor(month / 12)
  const sign = year < 0 ? '-' : ''
  return `${sign}${String(Math.abs(year)).padStart(4, '0')}-${String(month - year * 12 + 1).padStart(2, '0')}`
}
