import { dayNumber, dayOf, wallClock } from '@cardinal/domain'

/** ms since 1970, an instant (ISO 8601), or a day of the device's calendar ("2026-03-18"). */
type When = number | string

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/**
 * A recent time as a distance ("5 min ago"), others as a date. Days follow the device's calendar, so that
 * "yesterday" is right at one in the morning. A future time reads "just now", because clocks differ a little.
 */
export function relativeDate(at: number, now: number): string {
  const age = now - at
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`
  const days = -daysTo(at, now)
  if (days === 0) return `${Math.floor(age / HOUR)} h ago`
  if (days === 1) return 'yesterday'
  return days < 7 ? written(at, 'weekday') : shortDay(at, now)
}

/** A short day of a todo: "Today", "Fri" in the coming week, otherwise as in `shortDay`. */
export function nearDay(at: When, now: When): string {
  const days = daysTo(at, now)
  return namedDay(days) ?? (days > 0 && days < 7 ? written(at, 'weekdayName') : shortDay(at, now))
}

/** A day as a heading: "Yesterday", "Fri, 13 Mar", "Fri, 12 Dec 2025". */
export function headedDay(at: When, now: When): string {
  return namedDay(daysTo(at, now)) ?? writtenDay(at, now)
}

/** A day with its weekday: "Fri, 13 Mar", in another year "Fri, 12 Dec 2025". */
export function writtenDay(at: When, now: When): string {
  return written(at, isSameYear(at, now) ? 'writtenDay' : 'writtenDayAndYear')
}

/** Such as "13 Mar 2026". With `now` the present year is left out. */
export function shortDay(at: When, now?: When): string {
  return written(at, isSameYear(at, now) ? 'day' : 'dayAndYear')
}

/** Such as "29 Nov 2026, 14:05". */
export function dateAndTime(at: When): string {
  return written(at, 'minute')
}

/** Such as "14:05", below a heading with the day. */
export function timeOfDay(at: When): string {
  return written(at, 'time')
}

/** The full date for tooltips and screen readers. */
export function fullDate(at: When): string {
  return written(at, 'full')
}

/** @param month 1 to 12 */
export function monthName(month: number): string {
  return written(+new Date(2024, month - 1), 'month')
}

/** @param weekday 0 for Monday to 6 for Sunday */
export function weekdayName(weekday: number): string {
  return written(+new Date(2024, 0, 1 + weekday), 'weekdayName')
}

/** Creates date formatters while the page is idle. Their first use takes longer than drawing ten cards. */
export function prepareDates(): void {
  shortDay(0, 0)
}

/** Formats in the browser's language. Days and years are in the language's usual calendar. */
const STYLES = {
  weekday: { weekday: 'long' },
  weekdayName: { weekday: 'short' },
  month: { month: 'short' },
  day: { day: 'numeric', month: 'short' },
  dayAndYear: { day: 'numeric', month: 'short', year: 'numeric' },
  writtenDay: { weekday: 'short', day: 'numeric', month: 'short' },
  writtenDayAndYear: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  minute: { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' },
  time: { hour: 'numeric', minute: '2-digit' },
  full: { dateStyle: 'full', timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const formatters = new Map<string, Intl.DateTimeFormat>()

/**
 * Formats by cached formatters. Creating one takes a hundred times as long as using it, and every card shows two
 * dates.
 */
function written(at: When, style: keyof typeof STYLES): string {
  const known = formatters.get(style) ?? new Intl.DateTimeFormat(undefined, STYLES[style])
  formatters.set(style, known)
  return known.format(dateOf(at))
}

function namedDay(days: number): string | undefined {
  return ['Yesterday', 'Today', 'Tomorrow'][days + 1]
}

/** How many days from now to a time, negative for earlier days. */
function daysTo(at: When, now: When): number {
  const [to, from] = [at, now].map((each) => dayNumber(dayOf(wallClock(dateOf(each)))))
  return (to as number) - (from as number)
}

function isSameYear(at: When, now: When | undefined): boolean {
  return now !== undefined && dateOf(at).getFullYear() === dateOf(now).getFullYear()
}

/** Without this, JavaScript reads a date alone as the beginning of that day in UTC. */
function dateOf(at: When): Date {
  return new Date(typeof at === 'string' && at.length === 10 ? `${at}T00:00` : at)
}
