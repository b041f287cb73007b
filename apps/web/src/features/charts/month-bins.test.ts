import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { monthBins, niceScale } from './month-bins.ts'

const month = (text: string, todo: number, note = 0, link = 0) => ({
  month: text,
  counts: { todo, note, link },
})

describe('cards over time in bins', () => {
  it('[HM-17] the chart of cards over time shows months while they fit', () => {
    const bins = monthBins([month('2025-12', 1), month('2026-01', 2, 3)], 12)
    expect(bins.map(({ label, total }) => [label, total])).toEqual([
      ['Dec 2025', 1],
      ['Jan 2026', 5],
    ])
    expect(bins[0]).toMatchObject({
      first: { year: 2025, month: 12, day: 1 },
      last: { year: 2025, month: 12, day: 31 },
    })
  })

  it('[HM-17] the chart of cards over time joins months into calendar quarters, and quarters into years', () => {
    const months = Array.from({ length: 24 }, (_, i) =>
      month(`${2024 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}`, 1),
    )
    const quarters = monthBins(months, 12)
    expect(quarters).toHaveLength(8)
    expect(quarters[0]).toMatchObject({ label: 'Jan to Mar 2024', total: 3, last: { month: 3, day: 31 } })
    const years = monthBins(months, 4)
    expect(years.map(({ label, total }) => [label, total])).toEqual([
      ['2024', 12],
      ['2025', 12],
    ])
  })

  it('[HM-17] the chart of cards over time ends the February of a leap year on the 29th', () => {
    expect(monthBins([month('2024-02', 1)], 12)[0]?.last.day).toBe(29)
    expect(monthBins([month('2025-02', 1)], 12)[0]?.last.day).toBe(28)
  })

  it('[HM-17] the chart of cards over time keeps every card, however many months are joined', () => {
    const counts = fc.array(fc.nat(500), { maxLength: 90 })
    fc.assert(
      fc.property(counts, fc.integer({ min: 2, max: 60 }), (figures, most) => {
        const months = figures.map((figure, i) =>
          month(`${2015 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}`, figure, 1, i),
        )
        const sum = (list: readonly { counts: { todo: number; note: number; link: number } }[]) =>
          list.reduce((all, { counts: { todo, note, link } }) => all + todo + note + link, 0)
        expect(sum(monthBins(months, most))).toBe(sum(months))
      }),
    )
  })
})

describe('the scale', () => {
  it('[HM-17] the scale of a chart ends at a round number above all bars', () => {
    expect(niceScale(0)).toEqual({ top: 1, ticks: [0, 1] })
    expect(niceScale(7)).toEqual({ top: 8, ticks: [0, 2, 4, 6, 8] })
    fc.assert(
      fc.property(fc.nat(1_000_000), (highest) => {
        const { top, ticks } = niceScale(highest)
        expect(top).toBeGreaterThanOrEqual(highest)
        expect(ticks.length).toBeLessThanOrEqual(6)
        expect(ticks.every(Number.isInteger)).toBe(true)
      }),
    )
  })
})
