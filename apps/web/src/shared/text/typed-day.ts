import { type Day, type Due, dayAfter, dayOf } from '@cardinal/domain'
import { type DueWords, type FigureOrder, readDue, spellDay } from '@cardinal/domain/capture'

const LATIN = { calendar: 'gregory', numberingSystem: 'latn' } as const

/** Reads a due date: a day in figures as the browser's language writes it, or in words. Null: not understood. */
export function readTypedDue(text: string, now: Due): DueWords | null {
  return readDue(spellDay(text, figureOrder()) ?? text, now, figureOrder())
}

/** Reads a whole day in figures, `today` or `yesterday`. Null: not understood, such as half a day. */
export function readTypedDay(text: string, now: Due): Day | null {
  const typed = spellDay(text, figureOrder())
  if (typed !== null) return typed.length === dayOf(typed).length ? typed : null
  const word = text.trim().toLowerCase()
  if (word === 'yesterday') return dayAfter(dayOf(now), -1)
  return word === 'today' ? dayOf(now) : null
}

/** In which order the browser's language writes a day in figures. */
export function figureOrder(): FigureOrder {
  const letters = new Intl.DateTimeFormat(undefined, LATIN)
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? [type[0]] : []))
    .join('')
  return letters === 'mdy' || letters === 'ymd' ? letters : 'dmy'
}
