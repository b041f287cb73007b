import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDue } from './due.ts'
import { readDue, takeDue } from './due-text.ts'
import { recurrenceProblem } from './recurrence.ts'

/** A Monday. */
const NOW = '2026-03-09T12:00'

describe('due dates in words', () => {
  it('a repetition may stand before the date', () => {
    expect(takeDue('Vacuum every 2 weeks due:tomorrow', NOW)).toEqual({
      text: 'Vacuum',
      due: { dueAt: '2026-03-10', recurrence: 'FREQ=WEEKLY;INTERVAL=2' },
    })
    for (const text of ['Every man', 'Water every day at the window']) {
      expect(takeDue(`${text} due:tomorrow`, NOW)).toEqual({
        text,
        due: { dueAt: '2026-03-10', recurrence: null },
      })
    }
  })

  it.each([
    ['today', '2026-03-09'],
    ['Tomorrow', '2026-03-10'],
    ['fri', '2026-03-13'],
    ['next Friday', '2026-03-13'],
    ['monday', '2026-03-16'],
    ['fri 14:00', '2026-03-13T14:00'],
    ['9am tomorrow', '2026-03-10T09:00'],
    ['tomorrow at 12:30 pm', '2026-03-10T12:30'],
    ['12am tomorrow', '2026-03-10T00:00'],
    ['14:00', '2026-03-09T14:00'],
    ['11:00', '2026-03-10T11:00'],
    ['noon fri', '2026-03-13T12:00'],
    ['in 3 days', '2026-03-12'],
    ['in a week', '2026-03-16'],
    ['in 2 months', '2026-05-09'],
    ['next week', '2026-03-16'],
    ['next month', '2026-04-01'],
    ['2027-01-31', '2027-01-31'],
    ['1 mar', '2027-03-01'],
    ['march 20th', '2026-03-20'],
    ['29 feb', '2028-02-29'],
    ['3 May 2030 8:05', '2030-05-03T08:05'],
  ])('%s', (text, dueAt) => {
    expect(readDue(text, NOW)).toEqual({ dueAt, recurrence: null })
  })

  it.each([
    ['every day', '2026-03-09', 'FREQ=DAILY'],
    ['every 2 weeks', '2026-03-09', 'FREQ=WEEKLY;INTERVAL=2'],
    ['every other week fri', '2026-03-13', 'FREQ=WEEKLY;INTERVAL=2'],
    ['every tue and thu at 9am', '2026-03-10T09:00', 'FREQ=WEEKLY;BYDAY=TU,TH'],
    ['every weekday', '2026-03-09', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['monthly 15 mar', '2026-03-15', 'FREQ=MONTHLY'],
    ['every year', '2026-03-09', 'FREQ=YEARLY'],
  ])('%s', (text, dueAt, recurrence) => {
    expect(readDue(text, NOW)).toEqual({ dueAt, recurrence })
  })

  it.each(['', 'soon', '2026-02-30', '25:00', '13pm', 'fri fri', 'tomorrowland', 'every', '31 feb'])(
    'the due parser does not take %j for a date',
    (text) => {
      expect(readDue(text, NOW)).toBe(null)
    },
  )

  it.each([
    ['Buy milk due:tomorrow', 'Buy milk', '2026-03-10'],
    ['due:fri 14:00 call Ada', 'call Ada', '2026-03-13T14:00'],
    ['call Ada due:fri 14:00 about 2 things', 'call Ada about 2 things', '2026-03-13T14:00'],
    ['a Due:today, home', 'a, home', '2026-03-09'],
  ])('the due parser takes it out of %j', (text, rest, dueAt) => {
    expect(takeDue(text, NOW)).toEqual({ text: rest, due: { dueAt, recurrence: null } })
  })

  it.each(['pay the due:soon', 'overdue:today', 'due:', 'due: ,today', 'no date'])(
    'the due parser leaves %j alone',
    (text) => {
      expect(takeDue(text, NOW)).toEqual({ text, due: null })
    },
  )

  it('whatever is written, it answers what a card can keep, and takes only a piece out', () => {
    const word = fc.constantFrom(
      'due:',
      'due:every',
      'every',
      '2',
      'weeks',
      'fri',
      'and',
      'in',
      '31',
      'feb',
      '9am',
      ',',
      '\n',
      'x',
      '9999',
    )
    const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(fc.oneof(text, fc.string()), (written) => {
        const taken = takeDue(written, NOW)
        if (taken.due === null) {
          expect(taken.text).toBe(written)
          return
        }
        expect(isDue(taken.due.dueAt)).toBe(true)
        expect(recurrenceProblem(taken.due.recurrence)).toBe(null)
        expect(taken.text.length).toBeLessThan(written.length)
      }),
    )
  })
})
