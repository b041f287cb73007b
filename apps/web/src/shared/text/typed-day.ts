import { type Day, type Due, dayAfter, dayOf } from '@cardinal/domain'
import { type DueWords, type FigureOrder, readDue, spellDay } from '@cardinal/domain/capture'

const LATIN = { calendar: 'gregory', numberingSystem: 'latn' } as const

/** Parses a due date: a day in figures as in the browser's language, or in words. Null: not understood. */
export function readTypedDue(text: string, now: Due): DueWords | null {
  return readDue(spellDay(text, figureOrder()) ?? text, now, figureOrder())
}

/** Parses a complete day in figures, `today` or `yesterday`. Null: not understood. */
export function readTypedDay(text: string, now: Due): Day | null {
  const typed = spellDay(text, figureOrder())
  if (typed !== null) return typed.length === dayOf(typed).length ? typed : null
  const word = text.trim().toLowerCase()
  if (word === 'yesterday') return dayAfter(dayOf(now), -1)
  return word === 'today' ? dayOf(now) : null
}

/** The order of day, month and year in figures in the browser's language. */
export function figureOrder(): FigureOrder {
  const letters = new Intl.DateTimeFormat(undefined, LATIN)
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? [type[0]] : []))
    .join('')
  return letters === 'mdy' || letters === 'ymd' ? letters : 'dmy'
}
