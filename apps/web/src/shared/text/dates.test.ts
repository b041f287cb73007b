import { describe, expect, it } from 'vitest'
import {
  dateAndTime,
  fullDate,
  headedDay,
  nearDay,
  relativeDate,
  shortDay,
  timeOfDay,
  writtenDay,
} from './dates.ts'

const now = new Date(2026, 2, 18, 1, 0).getTime() // a Wednesday, one in the morning
const ago = (hours: number) => relativeDate(now - hours * 3_600_000, now)

describe('[HM-19] dates as people say them', () => {
  it.each([
    [0, 'just now'],
    [-5, 'just now'],
    [0.5, '30 min ago'],
    [1, '1 h ago'],
    [2, 'yesterday'],
    [25, 'yesterday'],
    [26, 'Monday'],
    [24 * 6, 'Thursday'],
    [24 * 7, '11 Mar'],
    [24 * 90, '18 Dec 2025'],
  ])('a date %s hours ago is written in relative words', (hours, expected) => {
    expect(ago(hours)).toBe(expected)
  })

  it.each([
    ['2026-03-17', 'Yesterday', 'Yesterday', 'Tue 17 Mar', '17 Mar'],
    ['2026-03-18', 'Today', 'Today', 'Wed 18 Mar', '18 Mar'],
    ['2026-03-19', 'Tomorrow', 'Tomorrow', 'Thu 19 Mar', '19 Mar'],
    ['2026-03-24', 'Tue', 'Tue 24 Mar', 'Tue 24 Mar', '24 Mar'],
    ['2026-03-25', '25 Mar', 'Wed 25 Mar', 'Wed 25 Mar', '25 Mar'],
    ['2026-03-10', '10 Mar', 'Tue 10 Mar', 'Tue 10 Mar', '10 Mar'],
    ['2027-01-01', '1 Jan 2027', 'Fri 1 Jan 2027', 'Fri 1 Jan 2027', '1 Jan 2027'],
  ])(
    'the day %s has a form for a row, a heading and a menu, with the year of another year',
    (day, ...forms) => {
      const all = [nearDay, headedDay, writtenDay, shortDay].map((form) => form(day, now).replace(',', ''))
      expect(all).toEqual(forms)
    },
  )

  it('a record has its year always, and its time where several are of one day', () => {
    const at = new Date(2026, 2, 17, 14, 5)
    expect(shortDay(at.toISOString())).toBe('17 Mar 2026')
    expect(dateAndTime(at.toISOString())).toBe('17 Mar 2026, 14:05')
    expect(timeOfDay(at.toISOString())).toBe('14:05')
    expect(fullDate(at.getTime())).toMatch(/^Tuesday,? 17 March 2026 at 14:05$/)
  })
})
