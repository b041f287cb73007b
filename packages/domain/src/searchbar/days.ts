import type { LocalDay, StartOfDay } from '../date-window.ts'
import { DAY_MS, type Due } from '../due.ts'

/** Converts days to instants; the caller knows the time zone and the day. */
export interface Calendar {
  readonly startOfDay: StartOfDay
  /** Null: unknown. Then `today` and `last 30 days` are plain words. */
  readonly today: LocalDay | null
  /** The present day for moments, where the device's calendar is wrong. Absent: `today`. */
  readonly momentsToday?: LocalDay
  /** Wall clock. Null: unknown. Then `is:overdue` is a plain word. */
  readonly now: Due | null
}

export const UTC_DAYS: Calendar = {
  startOfDay: ({ year, month, day }) => new Date(0).setUTCFullYear(year, month - 1, day),
  today: null,
  now: null,
}

/** @param now ms since 1970 */
export function utcCalendar(now: number): Calendar {
  return { ...UTC_DAYS, today: utcDay(now), now: new Date(now).toISOString().slice(0, 16) }
}

/** For callers that only tell operators from words: the days themselves are not used. */
export const ANY_DAY = utcCalendar(0)

/** A half-open interval, in ms since 1970 unless said otherwise, and its canonical spelling. */
interface DaySpan {
  readonly days: string
  readonly start: number | null
  readonly end: number | null
}

/** The first day, and the day after the last. */
interface Days {
  readonly first: LocalDay
  readonly behind: LocalDay
}

/**
 * Parses `2024`, `2024-05`, `2024-05-01`, `today`, `yesterday`, `tomorrow`; any of them after `>`, `>=`, `<` or `<=`, or two
 * with `..` between; and `last 30 days` or `next 30 days` (weeks, months, years), which include today. Also `last week`,
 * `this month`, `march 2011` and `spring 2011`. Null for anything else.
 */
export function readDays(text: string, calendar: Calendar): DaySpan | null {
  const { momentsToday: today = calendar.today } = calendar
  return spanOf(text, { ...calendar, today }, calendar.startOfDay)
}

/** As `readDays`, with both ends in days since 1970-01-01 by the wall clock: for due dates. */
export function readWallDays(text: string, calendar: Calendar): DaySpan | null {
  return spanOf(text, calendar, (day) => UTC_DAYS.startOfDay(day) / DAY_MS)
}

function spanOf(text: string, calendar: Calendar, numberOf: (day: LocalDay) => number): DaySpan | null {
  const days = text.toLowerCase()
  const span = readRange(days, calendar) ?? readCompared(days, calendar) ?? readNear(days, calendar.today)
  if (span === null) return null
  const end = (day: LocalDay | null) => (day === null ? null : numberOf(day))
  return { days, start: end(span.first), end: end(span.behind) }
}

type Span = { readonly [End in keyof Days]: LocalDay | null }

function readRange(text: string, calendar: Calendar): Span | null {
  const [from = '', to, ...more] = text.split('..')
  if (to === undefined || more.length > 0 || from + to === '') return null
  const first = from === '' ? OPEN : readOne(from, calendar)
  const last = to === '' ? OPEN : readOne(to, calendar)
  return first === null || last === null ? null : { first: first.first, behind: last.behind }
}

function readCompared(text: string, calendar: Calendar): Span | null {
  const sign = /^(?:[<>]=?)?/.exec(text)?.[0] ?? ''
  const days = readOne(text.slice(sign.length), calendar)
  if (days === null) return null
  switch (sign) {
    case '>':
      return { first: days.behind, behind: null }
    case '>=':
      return { first: days.first, behind: null }
    case '<':
      return { first: null, behind: days.first }
    case '<=':
      return { first: null, behind: days.behind }
    default:
      return days
  }
}

/** A year, a month, a day, or a word for one. */
function readOne(text: string, { today }: Calendar): Days | null {
  if (text === 'today') return today && { first: today, behind: later(today, 'day', 1) }
  if (text === 'yesterday') return today && { first: later(today, 'day', -1), behind: today }
  if (text === 'tomorrow') return today && { first: later(today, 'day', 1), behind: later(today, 'day', 2) }
  const parts = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text)
  if (parts === null) return readPeriod(text, today) ?? readNamed(text)
  const [year, month, day] = parts.slice(1).map((part) => (part === undefined ? undefined : Number(part)))
  if (year === undefined) return null
  const first: LocalDay = { year, month: month ?? 1, day: day ?? 1 }
  if (!isSameDay(first, inCalendar(first))) return null
  const unit = day !== undefined ? 'day' : month !== undefined ? 'month' : 'year'
  return { first, behind: later(first, unit, 1) }
}

/** `week`, `this week`, `last month`, `next year`. Weeks begin on Monday. */
function readPeriod(text: string, today: LocalDay | null): Days | null {
  const parts = /^(?:(this|last|next) )?(week|month|year)$/.exec(text)
  if (parts === null || today === null || (parts[1] === undefined && parts[2] !== 'week')) return null
  const unit = parts[2] as Unit
  const weekday = (new Date(UTC_DAYS.startOfDay(today)).getUTCDay() + 6) % 7
  const begins: Partial<Record<Unit, LocalDay>> = {
    week: later(today, 'day', -weekday),
    month: { ...today, day: 1 },
    year: { ...today, month: 1, day: 1 },
  }
  const first = later(begins[unit] ?? today, unit, { last: -1, next: 1 }[parts[1] ?? ''] ?? 0)
  return { first: inCalendar(first), behind: inCalendar(later(first, unit, 1)) }
}

/** `march 2011`, `spring 2011`. Seasons are those of the north; a winter begins in December of its year. */
function readNamed(text: string): Days | null {
  const parts = /^([a-z]{3,9}) (\d{4})$/.exec(text)
  const name = parts?.[1] ?? ''
  const month = MONTH_NAMES.findIndex((each) => each === name || each.slice(0, 3) === name) + 1
  const season = SEASONS[name]
  if (parts === null || (month === 0 && season === undefined)) return null
  const first: LocalDay = { year: Number(parts[2]), month: season ?? month, day: 1 }
  return { first, behind: inCalendar(later(first, 'month', season === undefined ? 1 : 3)) }
}

const MONTH_NAMES =
  'january february march april may june july august september october november december'.split(' ')
/** First month of each season. */
const SEASONS: Readonly<Record<string, number>> = { spring: 3, summer: 6, autumn: 9, fall: 9, winter: 12 }

/** `last 30 days`, `next 2 weeks`: both include today. */
function readNear(text: string, today: LocalDay | null): Span | null {
  const parts = /^(?:last|next) (\d{1,4}) (day|week|month|year)s?$/.exec(text)
  if (parts === null || today === null) return null
  if (text.startsWith('next'))
    return { first: today, behind: later(today, parts[2] as Unit, Number(parts[1])) }
  const behind = inCalendar(later(today, 'day', 1))
  return { first: later(behind, parts[2] as Unit, -Number(parts[1])), behind }
}

type Unit = 'day' | 'week' | 'month' | 'year'

/** May return days such as 0 May, which `inCalendar` normalises. */
function later({ year, month, day }: LocalDay, unit: Unit, count: number): LocalDay {
  switch (unit) {
    case 'day':
      return { year, month, day: day + count }
    case 'week':
      return { year, month, day: day + 7 * count }
    case 'month':
      return { year, month: month + count, day }
    case 'year':
      return { year: year + count, month, day }
  }
}

/** Normalises days such as 0 May or 32 May. */
function inCalendar(day: LocalDay): LocalDay {
  return utcDay(UTC_DAYS.startOfDay(day))
}

function utcDay(instant: number): LocalDay {
  const date = new Date(instant)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

function isSameDay(a: LocalDay, b: LocalDay): boolean {
  return a.year === b.year && a.month === b.month && a.day === b.day
}

const OPEN: Span = { first: null, behind: null }
