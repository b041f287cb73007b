import fc from 'fast-check'
import rrule from 'rrule'
import { describe, expect, it, vi } from 'vitest'
import { dayAfter } from './due.ts'
import {
  afterOne,
  beforeOne,
  inShortMonths,
  nextDue,
  parseRecurrence,
  previousDue,
  recurrenceProblem,
  WEEKDAYS,
} from './recurrence.ts'

const days = fc.integer({ min: 10_000, max: 30_000 }).map((number) => dayAfter('1970-01-01', number))
const interval = fc.constantFrom('', ';INTERVAL=2', ';INTERVAL=3', ';INTERVAL=7')
const weekdays = fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1, maxLength: 3 })
// Every weekday has a number: of `MO,2MO` the library takes only days that match both.
const nthWeekdays = fc.uniqueArray(
  fc.tuple(fc.constantFrom('1', '2', '5', '-1'), fc.constantFrom(...WEEKDAYS)).map((parts) => parts.join('')),
  { minLength: 1, maxLength: 2 },
)
const monthDays = fc.uniqueArray(fc.constantFrom('1', '15', '29', '31', '-1', '-3'), {
  minLength: 1,
  maxLength: 2,
})
const months = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 })
const part = (name: string, list: fc.Arbitrary<readonly unknown[]>) =>
  fc.oneof(
    fc.constant(''),
    list.map((items) => `;${name}=${items.join()}`),
  )
const weekStart = fc.constantFrom('', ';WKST=SU', ';WKST=WE')

const rules = fc
  .oneof(
    fc.tuple(fc.constant('FREQ=DAILY'), interval, part('BYDAY', weekdays), part('BYMONTH', months)),
    fc.tuple(
      fc.constant('FREQ=WEEKLY'),
      interval,
      part('BYDAY', weekdays),
      part('BYMONTH', months),
      weekStart,
    ),
    fc.tuple(
      fc.constant('FREQ=MONTHLY'),
      interval,
      part('BYDAY', fc.oneof(weekdays, nthWeekdays)),
      part('BYMONTHDAY', monthDays),
    ),
    fc.tuple(fc.constant('FREQ=MONTHLY'), interval, part('BYMONTH', months), part('BYMONTHDAY', monthDays)),
    fc.tuple(fc.constant('FREQ=YEARLY'), interval, part('BYMONTH', months), part('BYMONTHDAY', monthDays)),
    fc.tuple(
      fc.constant('FREQ=YEARLY'),
      interval,
      months.map((list) => `;BYMONTH=${list.join()}`),
      part('BYDAY', fc.oneof(weekdays, nthWeekdays)),
    ),
    fc.tuple(
      fc.constantFrom('FREQ=MONTHLY', 'FREQ=YEARLY;BYMONTH=2', 'FREQ=MONTHLY;BYMONTH=2,4'),
      interval,
      fc
        .constantFrom('28,29', '28,29,30', '28,29,30,31', '5,10')
        .map((list) => `;BYMONTHDAY=${list};BYSETPOS=-1`),
    ),
  )
  .map((parts) => parts.join(''))

describe('recurrence', () => {
  it('a recurrence finds the same next day as the library rrule, for all supported rules', () => {
    fc.assert(
      fc.property(rules, days, fc.integer({ min: -30, max: 400 }), (text, start, later) => {
        const today = dayAfter(start, later)
        const last = dayAfter(start, 9_000)
        const options = rrule.RRule.parseString(text)
        const dtstart = new Date(`${start}T00:00:00Z`)
        const until = new Date(`${last}T00:00:00Z`)
        const after = new Date(`${start > today ? start : today}T00:00:00Z`)
        const expected = new rrule.RRule({ ...options, dtstart, until }).after(after, false)
        const found = nextDue(text, start, today)
        // Compare 25 years only: the library takes seconds for more.
        expect(found !== null && found > last ? null : found).toBe(
          expected?.toISOString().slice(0, 10) ?? null,
        )
      }),
    )
  })

  it('a recurrence keeps the time of day and skips missed occurrences', () => {
    expect(nextDue('FREQ=WEEKLY;INTERVAL=2', '2026-03-02T14:00', '2026-03-02')).toBe('2026-03-16T14:00')
    expect(nextDue('FREQ=DAILY', '2026-03-01', '2026-03-09')).toBe('2026-03-10')
    expect(nextDue('FREQ=MONTHLY', '2026-01-31', '2026-01-31')).toBe('2026-03-31')
    expect(nextDue('FREQ=MONTHLY;BYMONTHDAY=-1', '2026-01-31', '2026-01-31')).toBe('2026-02-28')
    expect(nextDue('FREQ=YEARLY', '2024-02-29', '2024-02-29')).toBe('2028-02-29')
  })

  it.each([
    ['FREQ=MONTHLY', '2026-01-31', ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['FREQ=MONTHLY', '2027-12-30', ['2028-01-30', '2028-02-29', '2028-03-30']],
    ['FREQ=MONTHLY;INTERVAL=6', '2026-08-31', ['2027-02-28', '2027-08-31']],
    ['FREQ=MONTHLY', '2026-01-28', ['2026-02-28', '2026-03-28']],
    ['FREQ=YEARLY', '2024-02-29', ['2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']],
    ['FREQ=WEEKLY', '2026-01-31', ['2026-02-07']],
  ])('the rule %s from %s uses the last day of months that are too short', (rule, start, days) => {
    const whole = inShortMonths(rule, start)
    expect(recurrenceProblem(whole)).toBe(null)
    let due = start
    for (const day of days) {
      due = nextDue(whole, due, due) ?? ''
      expect(due).toBe(day)
    }
    expect(inShortMonths(whole, start)).toBe(whole)
  })

  it('a recurrence ends at the end of its rule, or where its day never exists', () => {
    expect(nextDue('FREQ=DAILY;UNTIL=20260303', '2026-03-02', '2026-03-02')).toBe('2026-03-03')
    expect(nextDue('FREQ=DAILY;UNTIL=20260303', '2026-03-03', '2026-03-03')).toBe(null)
    expect(nextDue('FREQ=DAILY;COUNT=2', '2026-03-02', '2026-03-02')).toBe('2026-03-03')
    expect(afterOne('FREQ=DAILY;COUNT=2')).toBe('FREQ=DAILY;COUNT=1')
    expect(nextDue('FREQ=DAILY;COUNT=1', '2026-03-03', '2026-03-03')).toBe(null)
    expect(nextDue('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', '2026-03-03', '2026-03-03')).toBe(null)
    expect(nextDue('FREQ=DAILY', '9999-12-31', '2026-03-03')).toBe(null)
  })

  it.each([
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 10],
    ['FREQ=YEARLY;INTERVAL=999', 6_000],
    ['FREQ=MONTHLY;INTERVAL=999;BYDAY=5MO', 6_000],
    ['FREQ=WEEKLY;INTERVAL=999;BYMONTH=2', 20_000],
    ['FREQ=DAILY;INTERVAL=999;BYDAY=MO;BYMONTH=2', 6_000],
  ])('a recurrence tests few days when the next day of %s is years away', (rule, most) => {
    const looked = vi.spyOn(Date.prototype, 'getUTCDate')
    nextDue(rule, '2026-01-01', '2026-01-01')
    const times = looked.mock.calls.length
    looked.mockRestore()
    expect(times).toBeLessThan(most)
  })

  it('a recurrence refuses texts that are no rules and rules with unsupported parts', () => {
    const bad = [
      '',
      'DAILY',
      'FREQ=SECONDLY',
      'FREQ=DAILY;FREQ=DAILY',
      'FREQ=DAILY;INTERVAL=0',
      'FREQ=DAILY;BYHOUR=3',
      'FREQ=WEEKLY;BYDAY=1MO',
      'FREQ=WEEKLY;BYMONTHDAY=1',
      'FREQ=YEARLY;BYDAY=1MO',
      'FREQ=MONTHLY;BYDAY=0MO',
      'FREQ=MONTHLY;BYMONTHDAY=32',
      'FREQ=MONTHLY;BYMONTHDAY=28,29;BYSETPOS=1',
      'FREQ=MONTHLY;BYSETPOS=-1',
      'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1',
      'FREQ=YEARLY;BYMONTHDAY=28,29;BYSETPOS=-1',
      'FREQ=MONTHLY;BYMONTHDAY=-2,-1;BYSETPOS=-1',
      'FREQ=DAILY;UNTIL=20260231',
      'FREQ=DAILY;',
      'freq=daily',
      `FREQ=DAILY;BYMONTH=${'1,'.repeat(200)}1`,
    ]
    for (const text of bad) {
      expect(parseRecurrence(text), text).toBe(null)
      expect(recurrenceProblem(text), text).not.toBe(null)
    }
    expect(recurrenceProblem(null)).toBe(null)
    fc.assert(fc.property(rules, (text) => recurrenceProblem(text) === null))
  })
})

describe('the occurrence before a due date', () => {
  it.each([
    ['FREQ=DAILY', '2026-03-01', '2026-02-28'],
    ['FREQ=DAILY;INTERVAL=3', '2026-03-01T09:00', '2026-02-26T09:00'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE', '2026-03-02', '2026-02-18'],
    ['FREQ=WEEKLY;BYDAY=MO,WE', '2026-03-04', '2026-03-02'],
    ['FREQ=MONTHLY', '2026-03-31', '2026-01-31'],
    ['FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1', '2026-03-31', '2026-02-28'],
    ['FREQ=MONTHLY;BYDAY=-1FR', '2026-03-27', '2026-02-27'],
    ['FREQ=YEARLY;INTERVAL=4', '2028-02-29', '2024-02-29'],
    ['FREQ=YEARLY;INTERVAL=20', '2028-02-29', null],
  ])('the occurrence of %s before %s is %s', (rule, due, before) => {
    expect(previousDue(rule, due)).toBe(before)
  })

  it('the occurrence before a due date leads to that due date, and is not earlier than the one that led there', () => {
    fc.assert(
      fc.property(rules, days, (rule, from) => {
        const start = nextDue(rule, from, from)
        const next = start === null ? null : nextDue(rule, start, start)
        if (start === null || next === null || dayAfter(start, 3_660) < next) return
        const before = previousDue(rule, next) as string
        expect(nextDue(rule, before, before)).toBe(next)
        expect(before >= start && before < next).toBe(true)
      }),
    )
  })

  it('a rule that goes back one occurrence counts one more', () => {
    expect(beforeOne(afterOne('FREQ=DAILY;COUNT=3'))).toBe('FREQ=DAILY;COUNT=3')
    expect(beforeOne('FREQ=DAILY')).toBe('FREQ=DAILY')
  })
})
