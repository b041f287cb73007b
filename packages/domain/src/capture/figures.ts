import { type Day, isDue } from '../due.ts'

/** In which order a language writes year, month and day. */
export type FigureOrder = 'ymd' | 'mdy' | 'dmy'

const ORDERS: readonly FigureOrder[] = ['ymd', 'mdy', 'dmy']
const FORMS: readonly RegExp[] = [
  /^(\d{4})([-./ ]?)(\d{1,2})\2(\d{1,2})(?!\d)/,
  /^(\d{1,2})([-./ ])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/,
  /^(\d{2})()(\d{2})(\d{4})(?!\d)/,
]

/**
 * Spells a day in figures at the beginning of a text as `2026-03-09`: `12152026`, `12/15/26`, `15.12.2026`.
 * The text after it stays. If `order` gives no existing day, other orders are tried. Null: the text does not
 * begin with a whole day in figures.
 */
export function spellDay(text: string, order: FigureOrder): string | null {
  const trimmed = text.trim()
  for (const form of FORMS) {
    const match = form.exec(trimmed)
    if (match === null) continue
    const [all, a = '', , b = '', c = ''] = match
    const day = dayOfFigures([a, b, c], order)
    if (day !== null) return day + trimmed.slice(all.length)
  }
  return null
}

function dayOfFigures([a, b, c]: readonly [string, string, string], own: FigureOrder): Day | null {
  for (const order of [own, ...ORDERS]) {
    const [year, month, date] = order === 'ymd' ? [a, b, c] : order === 'mdy' ? [c, a, b] : [c, b, a]
    if (year.length !== 4 && (order === 'ymd' || year.length !== 2)) continue
    const day = written(year.length === 2 ? `20${year}` : year, month, date)
    if (day !== null) return day
  }
  return null
}

function written(year: string, month: string, date: string): Day | null {
  const day = [year, month.padStart(2, '0'), date.padStart(2, '0')].join('-')
  return isDue(day) ? day : null
}
