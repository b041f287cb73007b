import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayAfter, dueKey, dueState, isDue, timeOf, wallClock, withTime } from './due.ts'

const days = fc.integer({ min: 0, max: 40_000 }).map((number) => dayAfter('1970-01-01', number))
const times = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map((parts) => parts.map((figure) => String(figure).padStart(2, '0')).join(':'))
const dues = fc.tuple(days, fc.option(times)).map(([day, time]) => withTime(day, time))

describe('when a card is due', () => {
  it('a due date is accepted only if its day, and its minute where it has one, exist', () => {
    for (const good of ['2026-03-09', '2026-03-09T00:00', '2024-02-29T23:59', '9999-12-31'])
      expect(isDue(good), good).toBe(true)
    const bad = [
      '',
      '2026-02-29',
      '2026-13-01',
      '2026-3-9',
      '2026-03-09T24:00',
      '2026-03-09T14',
      '1969-12-31',
      '2026-03-09T14:00Z',
      ' 2026-03-09',
    ]
    for (const text of bad) expect(isDue(text), text).toBe(false)
    fc.assert(fc.property(dues, (due) => isDue(due)))
  })

  it('the numbers of due dates have the order of their texts, and a card without a due date comes last', () => {
    fc.assert(
      fc.property(dues, dues, (a, b) => {
        expect(Math.sign(dueKey(a) - dueKey(b))).toBe(a < b ? -1 : a > b ? 1 : 0)
        expect(dueKey(a)).toBeLessThan(dueKey(null))
      }),
    )
  })

  it('a due day is overdue from the next day on, and a due minute once it has passed', () => {
    const now = '2026-03-09T14:00'
    expect(['2026-03-08', '2026-03-09', '2026-03-10'].map((due) => dueState(due, now))).toEqual([
      'overdue',
      'today',
      'later',
    ])
    expect(['T13:59', 'T14:00', 'T23:00'].map((time) => dueState(`2026-03-09${time}`, now))).toEqual([
      'overdue',
      'today',
      'today',
    ])
  })

  it('the wall clock has the time zone of the machine', () => {
    expect(wallClock(new Date(2026, 2, 9, 4, 5))).toBe('2026-03-09T04:05')
    expect(timeOf(wallClock(new Date(2026, 2, 9, 4, 5)))).toBe('04:05')
  })
})
