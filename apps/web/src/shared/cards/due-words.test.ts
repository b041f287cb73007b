import { describe, expect, it } from 'vitest'
import { dueSentence, dueWords, recurrenceWords } from './due-words.ts'

/** A Monday. */
const NOW = '2026-03-09T12:00'

describe('due dates in words', () => {
  it.each([
    ['2026-03-09', 'Today'],
    ['2026-03-10T09:00', 'Tomorrow 09:00'],
    ['2026-03-08', 'Yesterday'],
    ['2026-03-13', 'Fri'],
    ['2026-03-16', '16 Mar'],
    ['2026-01-02', '2 Jan'],
    ['2027-03-09T14:00', '9 Mar 2027 14:00'],
  ])('the due date %s is written as %s', (due, words) => {
    expect(dueWords(due, NOW)).toBe(words)
  })

  it('an overdue date is written as overdue, and not only coloured', () => {
    expect(dueSentence('2026-03-08', NOW, null)).toBe('Overdue since yesterday')
    expect(dueSentence('2026-03-09T11:00', NOW, 'FREQ=DAILY')).toBe('Overdue since today 11:00, every day')
    expect(dueSentence('2026-03-13T14:00', NOW, null)).toBe('Due Fri 14:00')
  })

  it.each([
    ['FREQ=DAILY', 'every day'],
    ['FREQ=WEEKLY;INTERVAL=2', 'every 2 weeks'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'every weekday'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR', 'every 2 weeks on Mon and Fri'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', 'every month on the last day'],
    ['FREQ=MONTHLY;BYMONTHDAY=3,22', 'every month on the 3rd and the 22nd'],
    [
      'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
      'every month on the 31st (on the last day of shorter months)',
    ],
    [
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1',
      'every year on 29 Feb (on the 28th of shorter years)',
    ],
    ['FREQ=MONTHLY;BYDAY=-1FR', 'every month on the last Fri'],
    ['FREQ=YEARLY;BYMONTH=1,6', 'every year in Jan and Jun'],
    ['FREQ=DAILY;UNTIL=20261231', 'every day until 31 Dec 2026'],
    ['FREQ=DAILY;COUNT=1', 'every day, 1 more time'],
    ['nonsense', 'nonsense'],
  ])('the recurrence %s is written as %s', (rule, words) => {
    expect(recurrenceWords(rule)).toBe(words)
  })
})
