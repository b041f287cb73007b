import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateWindow, defaultDays, type LocalDay } from './date-window.ts'

/** A time zone two hours ahead of UTC; days beyond a month's end roll over, as calendars do. */
const startOfDay = ({ year, month, day }: LocalDay) => Date.UTC(year, month - 1, day) - 2 * 3_600_000
const day = (year: number, month: number, of: number): LocalDay => ({ year, month, day: of })
const JAN_31 = day(2024, 1, 31)
const FEB_2 = day(2024, 2, 2)

describe('dateWindow', () => {
  it('[HM-3] after, before, between and on include the named days', () => {
    const from = startOfDay(JAN_31)
    const next = startOfDay(day(2024, 2, 1))
    expect(dateWindow('created', 'after', JAN_31, JAN_31, startOfDay)).toEqual({
      field: 'created',
      start: from,
      end: null,
    })
    expect(dateWindow('updated', 'before', JAN_31, JAN_31, startOfDay)).toEqual({
      field: 'updated',
      start: null,
      end: next,
    })
    expect(dateWindow('created', 'on', JAN_31, FEB_2, startOfDay)).toEqual({
      field: 'created',
      start: from,
      end: next,
    })
    expect(dateWindow('created', 'between', JAN_31, FEB_2, startOfDay)).toEqual({
      field: 'created',
      start: from,
      end: startOfDay(day(2024, 2, 3)),
    })
  })

  it('[HM-3] between gives the same window in both orders of the days, and never an empty one', () => {
    const days = fc.record({
      year: fc.integer({ min: 1970, max: 2100 }),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 28 }),
    })
    fc.assert(
      fc.property(days, days, (a, b) => {
        const window = dateWindow('created', 'between', a, b, startOfDay)
        expect(dateWindow('created', 'between', b, a, startOfDay)).toEqual(window)
        expect((window.end ?? 0) - (window.start ?? 0)).toBeGreaterThan(0)
      }),
    )
  })
})

describe('defaultDays', () => {
  it('[HM-3] the default days are the first of the month, last Sunday, last Sunday to today, today', () => {
    const today = day(2024, 2, 1)
    const thursday = 4
    const lastSunday = day(2024, 2, -3)
    expect(defaultDays('after', today, thursday)[0]).toEqual(day(2024, 2, 1))
    expect(defaultDays('before', today, thursday)[0]).toEqual(lastSunday)
    expect(defaultDays('between', today, thursday)).toEqual([lastSunday, today])
    expect(defaultDays('on', today, thursday)[0]).toEqual(today)
    expect(startOfDay(lastSunday)).toBe(startOfDay(day(2024, 1, 28)))
  })
})
