const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * Recent times as a distance ("5 min ago"), others as a date. Days follow the device's calendar, so that "yesterday" is
 * right at one in the morning.
 *
 * @param at ms since 1970; a future time reads "just now", because clocks differ a little
 * @param now ms since 1970
 */
export function relativeDate(at: number, now: number, locale?: string): string {
  const age = now - at
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`
  const days = calendarDaysBetween(at, now)
  if (days === 0) return `${Math.floor(age / HOUR)} h ago`
  if (days === 1) return 'yesterday'
  if (days < 7) return formatter('weekday', locale).format(at)
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return formatter(isThisYear ? 'day' : 'dayAndYear', locale).format(at)
}

/** For tooltips and screen readers. */
export function fullDate(at: number, locale?: string): string {
  return formatter('full', locale).format(at)
}

/** Such as "29 Nov 2026, 14:05": tells apart what happened on one day. */
export function dateAndTime(at: number, locale?: string): string {
  return formatter('minute', locale).format(at)
}

/** The time if it is today, else the date. */
export function timeOrDate(at: number, now: number, locale?: string): string {
  return calendarDaysBetween(at, now) === 0
    ? formatter('time', locale).format(at)
    : relativeDate(at, now, locale)
}

/** Creates date formatters while the page is idle: their first use takes longer than drawing ten cards. */
export function prepareDates(): void {
  formatter('day', undefined)
}

const STYLES = {
  weekday: { weekday: 'long' },
  day: { day: 'numeric', month: 'short' },
  dayAndYear: { day: 'numeric', month: 'short', year: 'numeric' },
  time: { timeStyle: 'short' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  full: { dateStyle: 'full', timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Cached: making a formatter takes a hundred times as long as using it, and every card shows two dates. */
function formatter(style: keyof typeof STYLES, locale: string | undefined): Intl.DateTimeFormat {
  const key = `${style} ${locale}`
  const known = formatters.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(locale, STYLES[style])
  formatters.set(key, made)
  return made
}

/** Midnights between two times on the device's calendar. */
function calendarDaysBetween(from: number, to: number): number {
  const start = new Date(from)
  const end = new Date(to)
  const first = Date.UTC(start.getFullYear(), start.getMonth(), start.getDate())
  const last = Date.UTC(end.getFullYear(), end.getMonth(), end.getDate())
  return Math.round((last - first) / DAY)
}
