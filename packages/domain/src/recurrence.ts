import {
  type Day,
  type Due,
  dayNumber,
  dayOf,
  dayOfNumber,
  isDue,
  timeOf,
  weekdayOf,
  withTime,
} from './due.ts'

/** When a completed card comes back: an RRULE of RFC 5545 without its name, `FREQ=WEEKLY;INTERVAL=2`. */
export type Recurrence = string

export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export type Frequency = (typeof FREQUENCIES)[number]
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

/** Empty lists: the rule has no such part. */
export interface RecurrenceRule {
  readonly frequency: Frequency
  readonly interval: number
  /** `weekday`: 0 for Monday. `nth`: which one in the month, negative from its end; null: every one. */
  readonly weekdays: readonly { readonly weekday: number; readonly nth: number | null }[]
  /** 1 to 31, or negative from the month's end. */
  readonly monthDays: readonly number[]
  /** True: of the `monthDays` that a month has, only the last counts. */
  readonly isLastOfThem: boolean
  /** 1 to 12. */
  readonly months: readonly number[]
  /** The last day on which the card may come back. */
  readonly until: Day | null
  /** Occurrences left, the present one included; null: no end. */
  readonly count: number | null
  /** 0 for Monday. */
  readonly weekStart: number
}

export const NOT_A_RECURRENCE =
  'must be a rule like FREQ=WEEKLY;INTERVAL=2 (DAILY, WEEKLY, MONTHLY or YEARLY, with INTERVAL, BYDAY, BYMONTHDAY, BYSETPOS=-1, BYMONTH, UNTIL as a day, COUNT, WKST)'

const LONGEST_RULE = 200
/** 100 years. A rule without an occurrence in them has ended. */
const FARTHEST_DAYS = 36_525
/** Ten years. */
const FARTHEST_BACK_DAYS = 3_660

/** Null: no rule, or parts that are not supported. */
export function parseRecurrence(text: Recurrence): RecurrenceRule | null {
  if (text.length > LONGEST_RULE) return null
  const parts = new Map<string, string>()
  for (const part of text.split(';')) {
    const at = part.indexOf('=')
    const name = part.slice(0, at)
    if (at < 1 || !PARTS.has(name) || parts.has(name)) return null
    parts.set(name, part.slice(at + 1))
  }
  const frequency = FREQUENCIES.find((each) => each === parts.get('FREQ'))
  const rule = {
    frequency,
    interval: wholeNumber(parts.get('INTERVAL') ?? '1', 1, 999),
    weekdays: listOf(parts.get('BYDAY'), weekdayFrom),
    monthDays: listOf(parts.get('BYMONTHDAY'), (item) => signedNumber(item, 31)),
    isLastOfThem: parts.has('BYSETPOS') ? parts.get('BYSETPOS') === '-1' || null : false,
    months: listOf(parts.get('BYMONTH'), (item) => wholeNumber(item, 1, 12)),
    until: parts.has('UNTIL') ? untilFrom(parts.get('UNTIL') as string) : 'never',
    count: parts.has('COUNT') ? wholeNumber(parts.get('COUNT') as string, 1, 999) : 'never',
    weekStart: WEEKDAYS.findIndex((each) => each === (parts.get('WKST') ?? 'MO')),
  }
  if (frequency === undefined || rule.weekStart < 0 || Object.values(rule).includes(null)) return null
  const read = {
    ...rule,
    until: rule.until === 'never' ? null : rule.until,
    count: rule.count === 'never' ? null : rule.count,
  } as RecurrenceRule
  return isUnderstood(read) ? read : null
}

/** The problem as a sentence; null: none. */
export function recurrenceProblem(recurrence: Recurrence | null): string | null {
  if (recurrence === null || parseRecurrence(recurrence) !== null) return null
  return `The repetition ${NOT_A_RECURRENCE}.`
}

/**
 * The first occurrence after `due` and after the day `today`, at the same time of day. Skips whole months, weeks and days
 * that can't match: one call may ask for many cards.
 *
 * @returns null when the rule has ended
 */
export function nextDue(recurrence: Recurrence, due: Due, today: Day): Due | null {
  const rule = parseRecurrence(recurrence)
  if (rule === null || !isDue(due) || !isDue(today) || (rule.count ?? 2) <= 1) return null
  const start = dayNumber(dayOf(due))
  const first = Math.max(start, dayNumber(today)) + 1
  const until = rule.until === null ? Number.POSITIVE_INFINITY : dayNumber(rule.until)
  const next = firstDay(rule, start, first, Math.min(until, first + FARTHEST_DAYS, LAST_DAY))
  return next === null ? null : withTime(dayOfNumber(next), timeOf(due))
}

/** The first day number from `first` to `last` that a rule starting on `start` names. Null: none. */
function firstDay(rule: RecurrenceRule, start: number, first: number, last: number): number | null {
  if (!isInSomeYear(rule)) return null
  const isNamed = dayTest(rule, start)
  for (let day = first; day <= last; day = nextCandidate(rule, start, day)) if (isNamed(day)) return day
  return null
}

/**
 * The occurrence before `due`, at the same time of day: the latest day of the rule whose `nextDue` is `due`.
 *
 * @returns null when there is none in the ten years before
 */
export function previousDue(recurrence: Recurrence, due: Due): Due | null {
  const rule = parseRecurrence(recurrence)
  if (rule === null || !isDue(due)) return null
  const next = dayNumber(dayOf(due))
  for (let day = next - 1; day >= next - FARTHEST_BACK_DAYS; day--)
    if (dayTest(rule, day)(day) && firstDay(rule, day, day + 1, next) === next)
      return withTime(dayOfNumber(day), timeOf(due))
  return null
}

/**
 * The rule, changed so that in a month without the day it falls on that month's last day. RFC 5545 would skip
 * such months. Rules that name their days are not changed.
 *
 * @param from the first occurrence, or the day of the month
 */
export function inShortMonths(recurrence: Recurrence, from: Day | number): Recurrence {
  const date = typeof from === 'number' ? from : Number(from.slice(8, 10))
  const isYearly = recurrence.startsWith('FREQ=YEARLY')
  const isLeapDay = typeof from === 'string' && from.slice(5, 10) === '02-29'
  const isIn = isYearly ? isLeapDay : recurrence.startsWith('FREQ=MONTHLY') && date > 28
  if (!isIn || /;BY/.test(recurrence)) return recurrence
  const dates = [28, 29, 30, 31].filter((each) => each <= date)
  return `${recurrence}${isYearly ? ';BYMONTH=2' : ''};BYMONTHDAY=${dates.join()};BYSETPOS=-1`
}

/** Whether any of the days exists in any of the months: 30 February never comes. */
function isInSomeYear({ months, monthDays }: RecurrenceRule): boolean {
  const longest = (month: number) => (month === 2 ? 29 : (LENGTHS[month - 1] as number))
  if (months.length === 0 || monthDays.length === 0) return true
  return months.some((month) => monthDays.some((day) => Math.abs(day) <= longest(month)))
}

/** The next day number that may match, given one that does not. */
function nextCandidate(
  { frequency, interval, months, weekStart }: RecurrenceRule,
  start: number,
  day: number,
) {
  const { year, month, day: dayOfMonth, length } = calendarDay(day)
  const from = calendarDay(start)
  const isOutOfStep =
    (frequency === 'YEARLY' && (year - from.year) % interval !== 0) ||
    (frequency === 'MONTHLY' && (year * 12 + month - from.year * 12 - from.month) % interval !== 0)
  if (isOutOfStep || (months.length > 0 && !months.includes(month))) return day + length - dayOfMonth + 1
  if (frequency === 'DAILY') return day + interval - ((day - start) % interval)
  if (frequency !== 'WEEKLY' || (weekOf(day, weekStart) - weekOf(start, weekStart)) % interval === 0)
    return day + 1
  return day + 7 - ((day + 3 - weekStart) % 7)
}

/** The rule after one occurrence: a count goes down by one. */
export function afterOne(recurrence: Recurrence): Recurrence {
  return withCount(recurrence, -1)
}

/** The reverse of `afterOne`: a count goes up by one. */
export function beforeOne(recurrence: Recurrence): Recurrence {
  return withCount(recurrence, 1)
}

function withCount(recurrence: Recurrence, more: number): Recurrence {
  return recurrence.replace(
    /(^|;)COUNT=(\d+)/,
    (_, before, count) => `${before}COUNT=${Number(count) + more}`,
  )
}

/** Tells whether a day number matches a rule that starts on `startNumber`. */
function dayTest(rule: RecurrenceRule, startNumber: number): (day: number) => boolean {
  const { frequency, interval, weekdays, monthDays, isLastOfThem, months, weekStart } = rule
  const start = calendarDay(startNumber)
  const startWeek = weekOf(startNumber, weekStart)
  const namesDays = weekdays.length + monthDays.length > 0
  const isInStep = (number: number, { year, month }: CalendarDay) => {
    if (frequency === 'DAILY') return (number - startNumber) % interval === 0
    if (frequency === 'WEEKLY') return (weekOf(number, weekStart) - startWeek) % interval === 0
    if (frequency === 'YEARLY') return (year - start.year) % interval === 0
    return (year * 12 + month - start.year * 12 - start.month) % interval === 0
  }
  const isDate = ({ day, length }: CalendarDay) => {
    if (isLastOfThem) return day === Math.max(...monthDays.filter((each) => each <= length))
    return monthDays.length === 0 || monthDays.includes(day) || monthDays.includes(day - length - 1)
  }
  const isNamed = (number: number, day: CalendarDay) => {
    if (frequency === 'WEEKLY' && weekdays.length === 0) return weekdayOf(number) === weekdayOf(startNumber)
    if (frequency === 'DAILY' || frequency === 'WEEKLY' || namesDays) return true
    return (
      day.day === start.day && (frequency === 'MONTHLY' || months.length > 0 || day.month === start.month)
    )
  }
  return (number) => {
    const day = calendarDay(number)
    return (
      isInStep(number, day) &&
      (months.length === 0 || months.includes(day.month)) &&
      isDate(day) &&
      (weekdays.length === 0 ||
        weekdays.some(({ weekday, nth }) => weekday === weekdayOf(number) && isNth(day, nth))) &&
      isNamed(number, day)
    )
  }
}

function isNth({ day, length }: CalendarDay, nth: number | null): boolean {
  if (nth === null) return true
  return nth > 0 ? Math.ceil(day / 7) === nth : Math.ceil((length - day + 1) / 7) === -nth
}

interface CalendarDay {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
  /** Number of days in the month. */
  readonly length: number
}

function calendarDay(number: number): CalendarDay {
  const date = new Date(number * 86_400_000)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1]
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return {
    year,
    month,
    day: date.getUTCDate(),
    length: month === 2 && isLeap ? 29 : (LENGTHS[month - 1] as number),
  }
}

function weekOf(day: number, weekStart: number): number {
  return Math.floor((day + 3 - weekStart) / 7)
}

/** Whether RFC 5545 allows the rule and `dayTest` supports it. */
function isUnderstood({ frequency, weekdays, monthDays, isLastOfThem, months }: RecurrenceRule): boolean {
  if (frequency === 'WEEKLY' && monthDays.length > 0) return false
  const hasMonths = frequency === 'MONTHLY' || (frequency === 'YEARLY' && months.length > 0)
  const hasDates = monthDays.length > 0 && monthDays.every((day) => day > 0) && weekdays.length === 0
  if (isLastOfThem && !(hasDates && (frequency === 'MONTHLY' || months.length === 1))) return false
  return hasMonths || weekdays.every(({ nth }) => nth === null)
}

function listOf<Item>(text: string | undefined, read: (item: string) => Item | null): Item[] | null {
  if (text === undefined) return []
  const items = text.split(',').map(read)
  return items.includes(null) ? null : (items as Item[])
}

function weekdayFrom(text: string): { weekday: number; nth: number | null } | null {
  const weekday = WEEKDAYS.findIndex((each) => text.endsWith(each))
  const nth = text.slice(0, -2)
  if (weekday < 0) return null
  if (nth === '') return { weekday, nth: null }
  const number = signedNumber(nth, 5)
  return number === null ? null : { weekday, nth: number }
}

/** Parses a number from -`most` to `most`, without 0. Null: it is none. */
function signedNumber(text: string, most: number): number | null {
  const number = wholeNumber(text.replace(/^[+-]/, ''), 1, most)
  return number === null ? null : text.startsWith('-') ? -number : number
}

function wholeNumber(text: string, least: number, most: number): number | null {
  const number = /^\d{1,3}$/.test(text) ? Number(text) : -1
  return number >= least && number <= most ? number : null
}

function untilFrom(text: string): Day | null {
  const day = text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  return day.length === 10 && isDue(day) ? day : null
}

const PARTS = new Set([
  'FREQ',
  'INTERVAL',
  'BYDAY',
  'BYMONTHDAY',
  'BYSETPOS',
  'BYMONTH',
  'UNTIL',
  'COUNT',
  'WKST',
])
const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
/** 9999-12-31 */
const LAST_DAY = 2_932_896
