import { type Day, type Due, dayAfter, dayNumber, dayOf, isDue, timeOf, weekdayOf } from '../due.ts'
import { inShortMonths, type Recurrence, WEEKDAYS } from '../recurrence.ts'
import type { FigureOrder } from './figures.ts'

/** The date fields that a phrase sets. Absent: not set. */
export interface DateParts {
  readonly day?: Day
  readonly time?: string
  /** An hour without minutes, leading zero, am or pm, so that `5` may be 17:00. */
  readonly isBareHour?: true
  /** The time that applies if no other is given: 19:00 for “evening”. */
  readonly about?: string
  readonly recurrence?: Recurrence
  /** The first occurrence of a repetition is not before this day. */
  readonly start?: Day
  readonly until?: Day
  /** The day on which work on the todo begins: its start date. */
  readonly begin?: Day
}

/**
 * Where words must be to be read as a date. `alone`: anywhere. `edge`: at the beginning or end of a line.
 * `end`: at the end of a line. `beside`: next to other words of a date.
 */
export type Certainty = 'alone' | 'edge' | 'end' | 'beside'

type ReadPart = (match: RegExpExecArray, today: Day, now: Due, order?: FigureOrder) => DateParts | null

/** A regular expression for date words, and the date that a match stands for. */
interface Pattern {
  readonly pattern: RegExp
  readonly certainty: Certainty
  readonly read: ReadPart
}

/**
 * In `source` a space stands for white space within a line; with a question mark it may be missing. No letter, digit or
 * further part of a word may follow.
 */
function words(source: string): RegExp {
  return new RegExp(
    `(?:${source.replace(/ (\??)/g, (_, isOptional) => `[ \\t\\u00a0]${isOptional === '' ? '+' : '*'}`)})(?![\\p{L}\\p{N}\\p{M}_%°€$£])(?![-/:.'’+][\\p{L}\\p{N}])`,
    'iuy',
  )
}

const NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const FULL = NAMES.join('|')
const SHORT = 'mon|tues?|wed|thur?s?|fri|sat|sun'
const WEEKDAY = `(?:${FULL}|${SHORT})`
const MONTH_NAMES = 'january|february|march|april|may|june|july|august|september|october|november|december'
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const
const MONTH = `(${MONTH_NAMES}|sept|${MONTHS.join('|')})\\.?`
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'] as const
/** One to three digits, greater than 0. */
const FIGURES = '(?!0+(?!\\d))\\d{1,3}'
const COUNT = `${FIGURES}|an?|${NUMBERS.join('|')}`
const UNIT = '(day|week|fortnight|month|quarter|year)s?'
const NTH = '1st|2nd|3rd|[45]th|first|second|third|fourth|fifth|last'
const DATE = '(\\d{1,2})(?:st|nd|rd|th)'
const EVERY = '(?:every|each|ev)'
const HOURS: Readonly<Record<string, string>> = {
  morning: '09:00',
  noon: '12:00',
  midday: '12:00',
  afternoon: '12:00',
  evening: '19:00',
  night: '22:00',
  midnight: '00:00',
}
const OF_DAY = '(morning|noon|midday|afternoon|evening|night|midnight)'

const pattern = (certainty: Certainty, source: string, read: ReadPart): Pattern => ({
  pattern: words(source),
  certainty,
  read,
})
type ReadDay = (match: RegExpExecArray, today: Day, order: FigureOrder | undefined) => Day | null
const day = (certainty: Certainty, source: string, read: ReadDay) =>
  pattern(certainty, source, (match, today, _, order) => {
    const found = read(match, today, order)
    return found === null || !isDue(found) ? null : { day: found }
  })

export const DAYS: readonly Pattern[] = [
  day('alone', '(?:the )?day after tomorrow', (_, today) => dayAfter(today, 2)),
  day('alone', 'today', (_, today) => today),
  // Only at the end: “pay rent yesterday” is overdue, “yesterday we met” is a story.
  day('end', 'yesterday', (_, today) => dayAfter(today, -1)),
  day('alone', 'tomorrow|tmrw?|tomorow|tommorow', (_, today) => dayAfter(today, 1)),
  day('alone', 'next week', (_, today) => nextMonday(today)),
  day('alone', 'next month', (_, today) => `${monthsLater(today, 1).slice(0, 8)}01`),
  day('alone', 'next year', (_, today) => `${Number(today.slice(0, 4)) + 1}-01-01`),
  day('alone', '(?:this|next|(?:on|at|over) the) weekend', ([all], today) =>
    weekendOf(today, /next/i.test(all)),
  ),
  day('edge', 'weekend', (_, today) => weekendOf(today, false)),
  day('alone', `(?:on|next|this|coming) (${WEEKDAY})`, ([, name], today) =>
    nextWeekday(weekday(name), today),
  ),
  day('alone', `(${FULL})`, ([, name], today) => nextWeekday(weekday(name), today)),
  day('edge', '(mon|tues?|thur?s?|fri)', ([, name], today) => nextWeekday(weekday(name), today)),
  // `wed`, `sat` and `sun` are ordinary words, too.
  day('end', '(wed|sat|sun)', ([, name], today) => nextWeekday(weekday(name), today)),
  day('alone', `in (${COUNT}) ${UNIT}|(${COUNT}) ${UNIT} from now`, ([, a, b, c, d], today) =>
    later(today, numberOf(a ?? c), b ?? d),
  ),
  day('alone', `in (${FIGURES}) ?([dw])`, ([, count, unit], today) =>
    later(today, Number(count), unit?.toLowerCase() === 'd' ? 'day' : 'week'),
  ),
  day('alone', '(?:on )?(\\d{4})[-/](\\d{1,2})[-/](\\d{1,2})', ([, year, month, date]) =>
    written(Number(year), Number(month), Number(date)),
  ),
  day('alone', '(?:on )?(\\d{1,2})\\. ?(\\d{1,2})\\. ?(\\d{4})', ([, date, month, year]) =>
    written(Number(year), Number(month), Number(date)),
  ),
  day('edge', '(?:on )?(\\d{1,2})\\.(\\d{1,2})\\.', ([, date, month], today) =>
    dateIn(Number(date), Number(month), undefined, today),
  ),
  day('alone', '(?:on )?(\\d{1,2})/(\\d{1,2})/(\\d{4})', ([, a, b, year], _, order) =>
    slashed(a, b, order, (date, month) => written(Number(year), month, date)),
  ),
  // Not fractions, and not 24/7.
  day(
    'edge',
    '(?:on )?(?!(?:1/[2348]|2/3|3/4|24/7)(?!\\d))(\\d{1,2})/(\\d{1,2})',
    ([, a, b], today, order) =>
      order === undefined
        ? null
        : slashed(a, b, order, (date, month) => dateIn(date, month, undefined, today)),
  ),
  day(
    'alone',
    `(?:on )?(?:the )?(\\d{1,2})(?:st|nd|rd|th|\\.)?(?: of)? ${MONTH}(?:,? (\\d{4}))?`,
    ([, date, month, year], today) => dateIn(Number(date), monthOf(month), year, today),
  ),
  day(
    'alone',
    `(?:on )?${MONTH} (?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?`,
    ([, month, date, year], today) => dateIn(Number(date), monthOf(month), year, today),
  ),
  day('alone', `mid ${MONTH}`, ([, month], today) => dateIn(15, monthOf(month), undefined, today)),
  day('alone', '(?:(?:on|at) )?(?:the )?(?:end|last day) of (?:the |this )?month', (_, today) =>
    endOfMonth(today),
  ),
  day('alone', '(?:(?:on|at) )?(?:the )?(?:end|last day) of next month', (_, today) =>
    endOfMonth(monthsLater(today, 1)),
  ),
  day('alone', '(?:at )?(?:the )?end of (?:the |this )?week', (_, today) =>
    nextWeekday(6, dayAfter(today, -1)),
  ),
  day('alone', '(?:at )?(?:the )?end of (?:the |this )?year', (_, today) => `${today.slice(0, 4)}-12-31`),
  day(
    'alone',
    '(?:on )?(?:the )?(?:first|1st)(?: day)? of (?:the|next) month',
    (_, today) => `${monthsLater(today, 1).slice(0, 8)}01`,
  ),
  day('alone', `on the ${DATE}`, ([, date], today) => nextDate(Number(date), today)),
  day('edge', `(?:the )?${DATE}`, ([, date], today) => nextDate(Number(date), today)),
]

const time = (
  certainty: Certainty,
  source: string,
  read: (match: RegExpExecArray) => string | null,
): Pattern =>
  pattern(certainty, source, (match) => {
    const found = read(match)
    return found === null || !isDue(`2000-01-01T${found}`) ? null : { time: found }
  })

const bareHour = (certainty: Certainty, source: string): Pattern =>
  pattern(certainty, source, ([, hour = '']) => {
    const found = clock(hour, '00')
    if (found === null || !isDue(`2000-01-01T${found}`)) return null
    return hour.startsWith('0') ? { time: found } : { time: found, isBareHour: true }
  })

export const TIMES: readonly Pattern[] = [
  pattern('alone', `in (${FIGURES}|an?|half an) ?(h|hrs?|hours?|m|min|mins|minutes?)`, (match, _, now) =>
    minutesLater(now, match),
  ),
  time('alone', '(?:(?:at|@) ?)?(\\d{1,2})[:.](\\d{2}) ?([ap])\\.?m\\.?', ([, hour, minute, half]) =>
    clock(hour, minute, half),
  ),
  time('alone', '(?:(?:at|@) ?)?(\\d{1,2}):(\\d{2})', ([, hour, minute]) => clock(hour, minute)),
  time('alone', '(?:(?:at|@) ?)?(\\d{1,2}) ?([ap])\\.?m\\.?', ([, hour, half]) => clock(hour, '00', half)),
  bareHour('alone', "(?:at )?(\\d{1,2}) o['’]?clock"),
  bareHour('edge', '(?:at |@ ?)(\\d{1,2})'),
  pattern('alone', 'tonight', (_, today) => ({ day: today, about: hourOf('evening') })),
  pattern('alone', `this ${OF_DAY}`, ([, name], today) => ({ day: today, about: hourOf(name) })),
  pattern('alone', `(?:in the|at) ${OF_DAY}`, ([, name]) => ({ about: hourOf(name) })),
  pattern('beside', OF_DAY, ([, name]) => ({ about: hourOf(name) })),
]

const rule = (
  certainty: Certainty,
  source: string,
  read: (match: RegExpExecArray, today: Day) => DateParts | Recurrence | null,
) =>
  pattern(certainty, source, (match, today) => {
    const found = read(match, today)
    return typeof found === 'string' ? { recurrence: found } : found
  })

const NTH_LIST = `((?:the )?(?:${DATE.replace('(', '(?:')}|last day)(?:(?:,? and |, ?)(?:the )?(?:${DATE.replace('(', '(?:')}|last day)){0,5})`
const WEEKDAYS_LIST = `((?:${WEEKDAY})s?(?:(?:,? and |,? ?& ?|/|, ?| )(?:${WEEKDAY})s?(?![\\p{L}])){0,6})`
/** Two or more weekdays without `every`, such as `mon or tue`: it is unclear which one is meant. */
export const BARE_LIST = words(
  `(?:(?:due:|due |by |on ) ?)*${WEEKDAY}(?:(?:,? (?:and|or) |,? ?& ?| ?/ ?|, ?| ?[-–] ?| )${WEEKDAY}(?![\\p{L}])){1,6}`,
)
const SO_OFTEN = `${EVERY}(?: (other|second|2nd|${COUNT}))?`

const RULES: readonly Pattern[] = [
  rule(
    'alone',
    `${EVERY} (?:week ?day|work ?day|working day|business day)s?`,
    () => 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  ),
  rule('alone', `${EVERY} weekend`, () => 'FREQ=WEEKLY;BYDAY=SA'),
  rule('alone', `${EVERY} ${OF_DAY}`, ([, name]) => ({ recurrence: 'FREQ=DAILY', about: hourOf(name) })),
  rule(
    'alone',
    `(?:${SO_OFTEN} months?|monthly),? on (?:the )?(?:${NTH_LIST}|(${NTH}) (${WEEKDAY}))`,
    ([, count, list, nth, name]) => monthly(oftenOf(count), list, nth, name),
  ),
  rule(
    'alone',
    `(?:on )?(?:${NTH_LIST}|(?:the )?(${NTH}) (${WEEKDAY})) (?:of )?${EVERY} month`,
    ([, list, nth, name]) => monthly(1, list, nth, name),
  ),
  rule(
    'alone',
    `${EVERY} (?:(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}|${MONTH} (\\d{1,2})(?:st|nd|rd|th)?)`,
    ([, a, b, c, d], today) => {
      const found = dateIn(Number(a ?? d), monthOf(b ?? c), undefined, today)
      return found === null ? null : { recurrence: 'FREQ=YEARLY', day: found }
    },
  ),
  rule(
    'alone',
    `${EVERY} (?:(1st|2nd|3rd|[45]th|first|second(?= ${WEEKDAY} of )|third|fourth|fifth|last) (${WEEKDAY})|${NTH_LIST})(?: of (?:the|each|every) month)?`,
    ([, nth, name, list]) => monthly(1, list, nth, name),
  ),
  rule('alone', `on ((?:${FULL})s(?:(?:,? and |, ?)(?:${FULL})s){0,6})`, ([, list]) => weekly(1, list)),
  rule('alone', `${SO_OFTEN} weeks?,? on ${WEEKDAYS_LIST}`, ([, count, list]) =>
    weekly(oftenOf(count), list),
  ),
  rule('alone', `weekly,? on ${WEEKDAYS_LIST}`, ([, list]) => weekly(1, list)),
  rule('alone', `${SO_OFTEN} ${WEEKDAYS_LIST}`, ([, count, list]) => weekly(oftenOf(count), list)),
  rule('alone', `${SO_OFTEN} ${UNIT}`, ([, count, unit]) => everySo(oftenOf(count), unit)),
  rule(
    'end',
    'daily|weekly|bi-?weekly|fortnightly|monthly|quarterly|yearly|annually',
    ([name]) => ADVERBS[name.toLowerCase().replace('-', '')] ?? null,
  ),
]

const ADVERBS: Readonly<Record<string, Recurrence>> = {
  daily: 'FREQ=DAILY',
  weekly: 'FREQ=WEEKLY',
  biweekly: 'FREQ=WEEKLY;INTERVAL=2',
  fortnightly: 'FREQ=WEEKLY;INTERVAL=2',
  monthly: 'FREQ=MONTHLY',
  quarterly: 'FREQ=MONTHLY;INTERVAL=3',
  yearly: 'FREQ=YEARLY',
  annually: 'FREQ=YEARLY',
}

/** In this order: `every 1st of may` before `1st of may`, and a time with a point before a date. */
export const PATTERNS: readonly Pattern[] = [...RULES, ...TIMES, ...DAYS]

function everySo(count: number, unit: string | undefined): Recurrence {
  const [frequency, of] = UNITS[unit?.toLowerCase() ?? ''] ?? ['DAILY', 1]
  return `FREQ=${frequency}${count * of > 1 ? `;INTERVAL=${count * of}` : ''}`
}

const UNITS: Readonly<Record<string, readonly [string, number]>> = {
  day: ['DAILY', 1],
  week: ['WEEKLY', 1],
  fortnight: ['WEEKLY', 2],
  month: ['MONTHLY', 1],
  quarter: ['MONTHLY', 3],
  year: ['YEARLY', 1],
}

function weekly(count: number, list: string | undefined): Recurrence {
  const numbers =
    (list ?? '')
      .match(/\p{L}+/gu)
      ?.map(weekday)
      .filter((number) => number >= 0) ?? []
  const days = [...new Set(numbers)].sort((a, b) => a - b).map((number) => WEEKDAYS[number])
  return `${everySo(count, 'week')};BYDAY=${days.join()}`
}

/** By dates of the month, or by the nth weekday. */
function monthly(count: number, list?: string, nth?: string, name?: string): DateParts | null {
  const often = everySo(count, 'month')
  if (nth !== undefined) {
    const place =
      nth.toLowerCase() === 'last' ? -1 : Number.parseInt(nth, 10) || ORDINALS.indexOf(nth.toLowerCase()) + 1
    return { recurrence: `${often};BYDAY=${place}${WEEKDAYS[weekday(name)]}` }
  }
  const dates = [...(list ?? '').matchAll(/(\d+)|last/gi)].map(([, date]) =>
    date === undefined ? -1 : Number(date),
  )
  if (dates.length === 0 || dates.some((date) => date > 31 || date === 0)) return null
  const [only] = dates
  if (dates.length === 1 && only !== undefined && only > 28) return { recurrence: inShortMonths(often, only) }
  return { recurrence: `${often};BYMONTHDAY=${[...new Set(dates)].join()}` }
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth']

function oftenOf(count: string | undefined): number {
  return count === undefined ? 1 : /^(?:other|second|2nd)$/i.test(count) ? 2 : numberOf(count)
}

function clock(hour: string | undefined, minute: string | undefined, half?: string): string | null {
  const figure = Number(hour)
  if (half !== undefined && (figure < 1 || figure > 12)) return null
  const hours = half === undefined ? figure : (figure % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${String(hours).padStart(2, '0')}:${minute}`
}

function hourOf(name: string | undefined): string {
  return HOURS[name?.toLowerCase() ?? ''] ?? '12:00'
}

function minutesLater(now: Due, [, count, unit]: RegExpExecArray): DateParts {
  const figure = /half/i.test(count ?? '') ? 0.5 : numberOf(count)
  const minutes = Math.round(figure * (/^h/i.test(unit ?? '') ? 60 : 1))
  const then = new Date(Date.parse(`${dayOf(now)}T${timeOf(now) ?? '00:00'}Z`) + minutes * 60_000)
  const due = then.toISOString().slice(0, 16)
  return { day: dayOf(due), time: timeOf(due) ?? '00:00' }
}

function weekday(name: string | undefined): number {
  return NAMES.findIndex((each) => each.startsWith((name ?? '').slice(0, 3).toLowerCase()))
}

/** Never today: on a Friday, the next Friday is a week away. */
function nextWeekday(number: number, today: Day): Day {
  return dayAfter(today, ((number - weekdayOf(dayNumber(today)) + 6) % 7) + 1)
}

/** The Saturday of this weekend, or of the next one. On a Sunday, this weekend is today. */
function weekendOf(today: Day, isNext: boolean): Day {
  const isSunday = weekdayOf(dayNumber(today)) === 6
  const saturday = isSunday ? dayAfter(today, -1) : nextWeekday(5, dayAfter(today, -1))
  return isNext ? dayAfter(saturday, 7) : isSunday ? today : saturday
}

function nextMonday(today: Day): Day {
  return dayAfter(today, 7 - weekdayOf(dayNumber(today)))
}

function later(today: Day, count: number, unit: string | undefined): Day {
  const [frequency, of] = UNITS[unit?.toLowerCase() ?? ''] ?? ['DAILY', 1]
  if (frequency === 'DAILY') return dayAfter(today, count)
  if (frequency === 'WEEKLY') return dayAfter(today, count * of * 7)
  return monthsLater(today, frequency === 'YEARLY' ? count * 12 : count * of)
}

/** The same date in a later month, or that month's last day. */
function monthsLater(from: Day, count: number): Day {
  const months = Number(from.slice(0, 4)) * 12 + Number(from.slice(5, 7)) - 1 + count
  const [year, month] = [Math.floor(months / 12), (months % 12) + 1]
  return lastUpTo(year, month, Number(from.slice(8)))
}

/** This date of the month, or the last day before it that exists. */
function lastUpTo(year: number, month: number, date: number): Day {
  const found = written(year, month, date)
  return date <= 28 || isDue(found) ? found : lastUpTo(year, month, date - 1)
}

function endOfMonth(today: Day): Day {
  return lastUpTo(Number(today.slice(0, 4)), Number(today.slice(5, 7)), 31)
}

/** The next day with this date of the month, in this month or the first later one that has the date. */
function nextDate(date: number, today: Day): Day | null {
  if (date < 1 || date > 31) return null
  for (let months = 0; months < 3; months++) {
    const month = monthsLater(`${today.slice(0, 8)}01`, months)
    const found = `${month.slice(0, 8)}${String(date).padStart(2, '0')}`
    if (isDue(found) && found >= today) return found
  }
  return null
}

function monthOf(name: string | undefined): number {
  return (MONTHS as readonly string[]).indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1
}

/** Without a year: the next such day from today on. */
function dateIn(date: number, month: number, year: string | undefined, today: Day): Day | null {
  const first = Number(year ?? today.slice(0, 4))
  const years = year === undefined ? [0, 1, 2, 3, 4, 5, 6, 7, 8].map((after) => first + after) : [first]
  const days = years.map((each) => written(each, month, date))
  return days.find((each) => isDue(each) && (year !== undefined || each >= today)) ?? null
}

/**
 * Reads `3/12` in the order of the person's language. Null: the order is unknown and both readings are
 * possible.
 */
function slashed(
  a: string | undefined,
  b: string | undefined,
  order: FigureOrder | undefined,
  dayOf: (date: number, month: number) => Day | null,
): Day | null {
  const [first, second] = [Number(a), Number(b)]
  if (first > 12) return dayOf(first, second)
  if (second > 12 || first === second) return dayOf(second, first)
  if (order === undefined) return null
  return order === 'dmy' ? dayOf(first, second) : dayOf(second, first)
}

function written(year: number, month: number, date: number): Day {
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(date).padStart(2, '0')].join(
    '-',
  )
}

function numberOf(text: string | undefined): number {
  const named = (NUMBERS as readonly string[]).indexOf((text ?? '').toLowerCase()) + 1
  return named > 0 ? named : /^an?$/i.test(text ?? '') ? 1 : Number(text)
}
