import { type Due, fold, isDue, timeOf } from '@cardinal/domain'
import { isObject } from '../lib/decoding.ts'

/** How `04/03/2026` is read. */
export type DateOrder = 'day-first' | 'month-first'

/** A time as written: an instant, or local date and time. */
type Written =
  | { readonly kind: 'instant'; readonly at: number }
  | { readonly kind: 'clock'; readonly day: string; readonly time: string | null }

/** What is known about the dates of a field. */
interface Column {
  /** Orders that unambiguous values prove. */
  readonly evidence: Set<DateOrder>
  /** The order in which ambiguous values were read; null: there were none. */
  read: DateOrder | null
}

export interface MomentOptions {
  /** Time zone of local times without one. Absent: UTC. */
  readonly timeZone?: string | undefined
  /** Chosen by the person. Absent: found for each field from all its values. */
  readonly dateOrder?: DateOrder | undefined
}

/**
 * Parses the dates and times of a file. One row with `13/4/2026` makes its field day-first in all rows. If a
 * later row contradicts how earlier rows were read, `isContradicted` becomes true and the file is read again.
 */
export class Moments {
  readonly timeZone: string
  /** Whether any value was read in `timeZone`. */
  usesTimeZone = false
  readonly #options: MomentOptions
  readonly #columns = new Map<string, Column>()
  readonly #decided: ReadonlyMap<string, DateOrder>

  constructor(options: MomentOptions = {}, decided: ReadonlyMap<string, DateOrder> = new Map()) {
    this.timeZone = options.timeZone ?? 'UTC'
    this.#options = options
    this.#decided = decided
  }

  /** ms since 1970; null: no date, or before 1970. */
  instant(field: string, value: unknown, zone: string | null = null): number | null {
    const written = this.#read(field, value)
    const at = written?.kind === 'clock' ? this.#instantOf(written, zone) : written?.at
    return at !== undefined && at > 0 && at < YEAR_2200 ? Math.floor(at) : null
  }

  /**
   * A due date in the local time of the zone. Null: no date.
   *
   * @param zone of the row; null: none is named
   * @param isAllDay whether to ignore the time of day; absent: a value without a time is a whole day
   */
  due(field: string, value: unknown, zone: string | null = null, isAllDay = false): Due | null {
    const written = this.#read(field, value)
    if (written === null) return null
    const { day, time } =
      written.kind === 'clock' ? written : clockOf(written.at + this.#offsetAt(written.at, zone))
    const due = time === null || isAllDay ? day : `${day}T${time.slice(0, 5)}`
    return isDue(due) ? due : null
  }

  /** The order that was assumed without evidence; null: none was assumed. */
  get assumedOrder(): DateOrder | null {
    for (const { evidence, read } of this.#columns.values())
      if (read !== null && evidence.size !== 1) return read
    return null
  }

  /** Whether values prove that other values of their field were read in the wrong order. */
  get isContradicted(): boolean {
    const inFile = this.#orderInFile
    return [...this.#columns.values()].some(({ evidence, read }) => {
      const [order = inFile] = evidence
      return read !== null && evidence.size < 2 && order !== null && order !== read
    })
  }

  /**
   * The order that all unambiguous values prove, used for fields without evidence. Null: they disagree, or there
   * are none.
   */
  get #orderInFile(): DateOrder | null {
    const all = new Set([...this.#columns.values()].flatMap(({ evidence }) => [...evidence]))
    const [order = null] = all
    return all.size === 1 && this.#options.dateOrder === undefined ? order : null
  }

  /** A parser that uses the evidence of all values read here. */
  decided(): Moments {
    const orders = new Map<string, DateOrder>()
    for (const [field, { evidence }] of this.#columns) {
      const [order] = evidence
      if (order !== undefined && evidence.size === 1) orders.set(field, order)
    }
    const inFile = this.#orderInFile
    if (inFile !== null) orders.set(ANY_FIELD, inFile)
    return new Moments(this.#options, orders)
  }

  #read(field: string, value: unknown): Written | null {
    if (typeof value === 'number') return ofNumber(value)
    if (isObject(value)) return this.#read(field, datedBy(value))
    if (typeof value !== 'string') return null
    if (value.length > LONGEST_TEXT) return null
    const text = usualForm(value)
    if (text === '') return null
    return ofDigits(text) ?? ofIso(text) ?? this.#ofNumbers(field, text) ?? ofWords(text)
  }

  /** `9.3.2026`, `3/9/26`, with or without a time. */
  #ofNumbers(field: string, text: string): Written | null {
    const parts = NUMBERS.exec(text)
    if (parts === null) return null
    const [, first = '', sign = '', second = '', years = '', time = '', zone] = parts
    const order = this.#orderOf(field, Number(first), Number(second), sign)
    const [days, months] = order === 'day-first' ? [first, second] : [second, first]
    const clock = clockWith(yearOf(years), Number(months), Number(days), time)
    return clock === null || zone === undefined ? clock : inZone(clock, zone)
  }

  #orderOf(field: string, first: number, second: number, sign: string): DateOrder {
    const column = this.#columns.get(field) ?? { evidence: new Set(), read: null }
    this.#columns.set(field, column)
    if (first > 12 || second > 12) {
      const order = first > 12 ? 'day-first' : 'month-first'
      column.evidence.add(order)
      return order
    }
    // Dates with dots are day-first everywhere.
    const usual = sign !== '.' && AMERICAN.test(this.timeZone) ? 'month-first' : 'day-first'
    const order = this.#options.dateOrder ?? this.#decided.get(field) ?? this.#decided.get(ANY_FIELD) ?? usual
    if (first !== second && sign !== '.') column.read = order
    return order
  }

  #instantOf({ day, time }: Extract<Written, { kind: 'clock' }>, zone: string | null): number {
    const asUtc = Date.parse(`${day}T${time ?? '00:00'}Z`)
    // Around a clock change the first guess may have the wrong offset.
    const guess = asUtc - this.#offsetAt(asUtc, zone)
    return asUtc - this.#offsetAt(guess, zone)
  }

  /** Offset of a time zone from UTC, in ms. */
  #offsetAt(at: number, zone: string | null): number {
    if (zone === null) this.usesTimeZone = true
    return offsetAt(zone ?? this.timeZone, at)
  }
}

/** MongoDB's `{"$date": "2026-03-09T14:30:00Z"}`, also with ms as a text. Undefined: no date. */
function datedBy({ $date }: Readonly<Record<string, unknown>>): unknown {
  const inside = isObject($date) ? $date.$numberLong : $date
  return isObject(inside) ? undefined : inside
}

/** ms since 1970 of an ISO instant, as in our own exports and other files in UTC. */
export function instantIn(value: unknown): number | null {
  return new Moments().instant('', value)
}

/** Whether a date has a time other than midnight, which programs write for a whole day. */
export function hasHour(due: Due): boolean {
  return (timeOf(due) ?? '00:00') !== '00:00'
}

/** Whether this JavaScript engine knows the time zone. */
export function isTimeZone(name: unknown): name is string {
  return typeof name === 'string' && formatOf(name) !== null
}

/** Stands for fields whose values prove no order. */
const ANY_FIELD = '*'
const LONGEST_TEXT = 100
const YEAR_2200 = 7_258_118_400_000
const MINUTES_15 = 900_000
/** Time zones in which most people write month-first. */
const AMERICAN =
  /^(?:America\/(?:New_York|Detroit|Chicago|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Adak|Indiana\/|Kentucky\/|North_Dakota\/|Juneau|Sitka|Menominee|Metlakatla|Nome|Yakutat)|Pacific\/Honolulu|US\/)/
const HALF = String.raw`[ap]\.?m\.?`
const TIME = String.raw`(\d{1,2}(?:[:.h]\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?${HALF})?| ?(?:${HALF}|h)))`
/** Words and signs between a date and its time, such as `T` or “at”, in several languages. */
const AT = String.raw`(?:T|,? (?:(?:at|um|à|a las|às|alle|om|kl\.?|в|о|o) )?)`
const ZONE = String.raw`(?: ?(Z|(?:UTC|GMT)?[+-]\d\d(?::?\d\d)?|UTC|GMT))?`
const ISO = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:${AT}${TIME}${ZONE})?$`, 'i')
const COMPACT = /^(\d{4})(\d\d)(\d\d)(?:T?(\d\d)(\d\d)(\d\d)?\d{0,3}(Z)?)?$/
const NUMBERS = new RegExp(
  String.raw`^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d\d)\.?(?:${AT}${TIME}${ZONE})?$`,
  'i',
)
const WEEKDAY = String.raw`(?:\p{L}{2,13}\.?,? )?`
const MONTH = String.raw`(\p{L}{3,12})\.?`
const WORDS = new RegExp(
  String.raw`^${WEEKDAY}(?:(\d{1,2})\.? (?:de )?${MONTH},? (?:de )?|${MONTH} (\d{1,2})(?:st|nd|rd|th)?,? )(\d{4})(?: г\.?)?(?:${AT}${TIME}${ZONE})?$`,
  'iu',
)

/** Rewrites a date with the signs and in the order of the patterns above. */
function usualForm(value: string): string {
  // Fast path: most times of large files are digits.
  if (/^\d+$/.test(value)) return value
  const text = value
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim()
    // Obsidian and Logseq link days.
    .replace(/^\[\[([^[\]|]+)(?:\|[^[\]]*)?\]\]$/, (_, page: string) =>
      /^\d/.test(page) ? page : page.slice(page.lastIndexOf('/') + 1),
    )
    .replace(/^\/Date\((\d+)(?:[+-]\d{4})?\)\/$/, '$1')
    // The zone's name after its offset, as JavaScript writes it.
    .replace(/(?<=\d)(?:\[[\w/+-]+\]| \([^)]+\))$/, '')
    // asctime: Mon Mar 9 14:30:00 2026
    .replace(/^(\p{L}{3} \p{L}{3} \d{1,2}) (\d\d:\d\d:\d\d) (\d{4})$/u, '$1 $3 $2')
  if (!/[^\d:.+ TZ-]/.test(text)) return text
  return (
    text
      .replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)))
      .replace(/\u2212/g, '-')
      .replace(/^(\d{4})[年년] ?(\d{1,2})[月월] ?(\d{1,2})[日일]/, '$1-$2-$3')
      .replace(/^(\d{1,2})[-/](\p{L}{3,12})[-/](\d{4}|\d\d)(?!\d)/u, (_, day, month, year) =>
        [day, month, yearOf(year)].join(' '),
      )
      // The time of a log: 10/Oct/2000:13:55:36 +0300
      .replace(/^(\d{1,2} \p{L}{3} \d{4}):(?=\d\d:)/u, '$1 ')
      .replace(/^(\d{4})[- ](\p{L}{3,12})[- ](\d{1,2})(?!\d)/u, '$3 $2 $1')
  )
}

/** In Unicode the ten digits of a script are consecutive, starting with 0. */
function digitOf(digit: string): number {
  let value = 0
  for (let code = (digit.codePointAt(0) ?? 0) - 1; /\p{Nd}/u.test(String.fromCodePoint(code)); code--) value++
  return value % 10
}

/** Reads digits: seconds, ms, µs or ns since 1970; µs since 1601 (Chrome); or a date and time without signs. */
function ofDigits(text: string): Written | null {
  const compact = COMPACT.exec(text)
  if (compact !== null && /^(?:19|20|21)/.test(text) && text.length !== 10 && text.length !== 13) {
    const [, year, month, day, hour, minute, second = '00', zone] = compact
    const time = hour === undefined ? '' : `${hour}:${minute}:${second}`
    const clock = clockWith(Number(year), Number(month), Number(day), time)
    // TiddlyWiki writes 17 digits in UTC.
    if (clock !== null) return zone !== undefined || text.length === 17 ? inZone(clock, 'Z') : clock
  }
  return /^\d{9,19}(?:\.\d{1,9})?$/.test(text) ? ofNumber(Number(text)) : null
}

function ofNumber(number: number): Written | null {
  const day = number < 1e8 ? ofDigits(String(number)) : null
  if (day !== null || !Number.isFinite(number) || number < 1e8) return day
  const at =
    number >= 1e17
      ? number / 1e6
      : number >= 1e16
        ? number / 1000 - CHROME_EPOCH
        : number >= 1e14
          ? number / 1000
          : number >= 1e11
            ? number
            : number * 1000
  return { kind: 'instant', at }
}

/** ms from 1601, Chrome's epoch, to 1970. */
const CHROME_EPOCH = 11_644_473_600_000

function ofIso(text: string): Written | null {
  const parts = ISO.exec(text)
  if (parts === null) return null
  const [, year, , month, day, time = '', zone] = parts
  const clock = clockWith(Number(year), Number(month), Number(day), time)
  return clock === null || zone === undefined ? clock : inZone(clock, zone)
}

/** Such as `March 9, 2026 2:30 PM`, `9. März 2026`, `Mon, 09 Mar 2026 14:30:00 GMT`. */
function ofWords(text: string): Written | null {
  const parts = WORDS.exec(text)
  if (parts === null) return null
  const [, dayBefore, monthBehind, monthBefore, dayBehind, year, time = '', zone] = parts
  const month = monthsByName().get(fold(monthBehind ?? monthBefore ?? ''))
  const clock =
    month === undefined ? null : clockWith(Number(year), month, Number(dayBefore ?? dayBehind), time)
  return clock === null || zone === undefined ? clock : inZone(clock, zone)
}

function clockWith(
  year: number,
  month: number,
  day: number,
  time: string,
): Extract<Written, { kind: 'clock' }> | null {
  const text = `${year}-${twoDigits(month)}-${twoDigits(day)}`
  const at = Date.parse(text)
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text) return null
  if (time === '') return { kind: 'clock', day: text, time: null }
  const [, hours = '', minutes = '00', seconds = '00', half = ''] =
    /^(\d{1,2})(?:[:.h](\d\d)(?::(\d\d(?:[.,]\d{1,9})?))?)? ?(?:h|([ap])\.?m\.?)?$/i.exec(time) ?? []
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0)
  const clock = `${twoDigits(hour)}:${minutes}:${seconds.replace(',', '.')}`
  return Number.isNaN(Date.parse(`${text}T${clock}Z`)) ? null : { kind: 'clock', day: text, time: clock }
}

function inZone({ day, time }: Extract<Written, { kind: 'clock' }>, zone: string): Written {
  const [, sign, hours, minutes = '00'] = /([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? []
  const offset = sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`
  return { kind: 'instant', at: Date.parse(`${day}T${time ?? '00:00'}${offset}`) }
}

/** Local date and time of an instant. */
function clockOf(at: number): { readonly day: string; readonly time: string } {
  const text =
    Number.isFinite(at) && Math.abs(at) < YEAR_2200 ? new Date(at).toISOString() : '0000-00-00T00:00'
  return { day: text.slice(0, 10), time: text.slice(11, 19) }
}

function yearOf(digits: string): number {
  const year = Number(digits)
  if (digits.length === 4) return year
  return year < 70 ? 2000 + year : 1900 + year
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

let months: Map<string, number> | null = null

const LANGUAGES = 'en,de,fr,es,it,pt,nl,ru,uk,pl,cs,sv,da,nb,fi,hu,tr,el,ro'.split(',')

/**
 * Names of months, long and short. Each on its own and within a date, because some languages inflect them. If two
 * languages disagree, the first is used.
 */
function monthsByName(): ReadonlyMap<string, number> {
  if (months !== null) return months
  months = new Map()
  for (const language of LANGUAGES)
    for (const length of ['long', 'short'] as const)
      for (const day of [undefined, 'numeric'] as const) {
        const format = new Intl.DateTimeFormat(language, { month: length, day, timeZone: 'UTC' })
        for (let month = 0; month < 12; month++) {
          const parts = format.formatToParts(Date.UTC(2024, month, 1))
          const name = fold(parts.find(({ type }) => type === 'month')?.value ?? '').replace('.', '')
          if (!months.has(name)) months.set(name, month + 1)
        }
      }
  return months
}

const formats = new Map<string, Intl.DateTimeFormat | null>()

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  let made: Intl.DateTimeFormat | null = null
  try {
    const fields = {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    } as const
    made = new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', ...fields })
  } catch {
    // No such time zone.
  }
  if (formats.size < 1_000) formats.set(timeZone, made)
  return made
}

/**
 * Cached per quarter of an hour, because offsets change only at these times. A file has thousands of times, many
 * close together.
 */
const offsets = new Map<string, number>()

function offsetAt(timeZone: string, at: number): number {
  if (timeZone === 'UTC' || !Number.isFinite(at) || Math.abs(at) > YEAR_2200) return 0
  const quarter = Math.floor(at / MINUTES_15)
  const key = `${timeZone} ${quarter}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const offset = measuredOffset(timeZone, quarter * MINUTES_15)
  if (offsets.size >= 20_000) offsets.clear()
  offsets.set(key, offset)
  return offset
}

function measuredOffset(timeZone: string, at: number): number {
  const format = formatOf(timeZone)
  if (format === null) return 0
  const shown = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const [year, month, day] = [shown.get('year'), shown.get('month'), shown.get('day')]
  return (
    Date.parse(
      `${year}-${month}-${day}T${shown.get('hour')}:${shown.get('minute')}:${shown.get('second')}Z`,
    ) - at
  )
}
