import { describe, expect, it } from 'vitest'
import { readDays, UTC_DAYS, utcCalendar } from './days.ts'

const day = (text: string) => Date.parse(`${text}T00:00:00Z`)
/** Today is 31 May 2024. */
const CALENDAR = utcCalendar(day('2024-05-31') + 1)

describe('readDays', () => {
  it.each([
    ['2024', '2024-01-01', '2025-01-01'],
    ['2024-12', '2024-12-01', '2025-01-01'],
    ['2024-02', '2024-02-01', '2024-03-01'],
    ['2024-02-29', '2024-02-29', '2024-03-01'],
    ['>2024-05-01', '2024-05-02', null],
    ['>=2024-05-01', '2024-05-01', null],
    ['>2024', '2025-01-01', null],
    ['<2024-05', null, '2024-05-01'],
    ['<=2024-05', null, '2024-06-01'],
    ['2023..2024', '2023-01-01', '2025-01-01'],
    ['2023-05..2024-02-03', '2023-05-01', '2024-02-04'],
    ['2023..', '2023-01-01', null],
    ['..2023', null, '2024-01-01'],
    ['today', '2024-05-31', '2024-06-01'],
    ['yesterday', '2024-05-30', '2024-05-31'],
    ['2024-05-01..today', '2024-05-01', '2024-06-01'],
    ['tomorrow', '2024-06-01', '2024-06-02'],
    ['next 1 day', '2024-05-31', '2024-06-01'],
    ['next 2 weeks', '2024-05-31', '2024-06-14'],
    ['<today', null, '2024-05-31'],
    ['last 1 day', '2024-05-31', '2024-06-01'],
    ['last 30 days', '2024-05-02', '2024-06-01'],
    ['last 2 weeks', '2024-05-18', '2024-06-01'],
    ['last 1 month', '2024-05-01', '2024-06-01'],
    ['last 3 years', '2021-06-01', '2024-06-01'],
    ['week', '2024-05-27', '2024-06-03'],
    ['this week', '2024-05-27', '2024-06-03'],
    ['last week', '2024-05-20', '2024-05-27'],
    ['next week', '2024-06-03', '2024-06-10'],
    ['this month', '2024-05-01', '2024-06-01'],
    ['last month', '2024-04-01', '2024-05-01'],
    ['last year', '2023-01-01', '2024-01-01'],
    ['march 2011', '2011-03-01', '2011-04-01'],
    ['dec 2011', '2011-12-01', '2012-01-01'],
    ['spring 2011', '2011-03-01', '2011-06-01'],
    ['winter 2011', '2011-12-01', '2012-03-01'],
    ['<march 2011', null, '2011-03-01'],
    ['march 2011..may 2011', '2011-03-01', '2011-06-01'],
  ])('readDays reads %s as the days from %s to before %s', (text, start, end) => {
    expect(readDays(text, CALENDAR)).toEqual({ days: text, start: start && day(start), end: end && day(end) })
  })

  it.each([
    '',
    '..',
    '2024..2025..2026',
    '24',
    '2024-5',
    '2024-13',
    '2023-02-29',
    '>',
    '> 2024',
    'tomorrowish',
    'last',
    'month',
    'marvel 2011',
    'march',
    'march 11',
  ])('readDays returns null for %j', (text) => {
    expect(readDays(text, CALENDAR)).toBeNull()
  })

  it('readDays returns null for relative days when it is not given the current day', () => {
    for (const text of ['today', 'yesterday', '>today', '2024..today', 'last 3 days', 'last week'])
      expect(readDays(text, UTC_DAYS)).toBeNull()
  })
})
