const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * A moment as people say it: close ones by distance, further ones by their date. Days are counted by
 * the calendar of the device, so that "yesterday" is right at one in the morning.
 *
 * @param at ms since 1970; a moment in the future reads "just now", because clocks differ a little
 * @param now ms since 1970
 */
export function relativeDate(at: number, now: number, locale?: string): string {
  const age = now - at
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`
  const days = calendarDaysBetween(at, now)
  if (days === 0) return `${Math.floor(age / HOUR)} h ago`
  if (days === 1) return 'yesterday'
  if (days < 7) return new Intl.DateTimeFormat(locale, { weekday: 'long' }).format(at)
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(at)
}

/** The whole date and time, for a title or a screen reader. */
export function fullDate(at: number, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' }).format(at)
}

/** Midnights between two moments on the device's calendar. */
function calendarDaysBetween(from: number, to: number): number {
  const start = new Date(from)
  const end = new Date(to)
  const first = Date.UTC(start.getFullYear(), start.getMonth(), start.getDate())
  const last = Date.UTC(end.getFullYear(), end.getMonth(), end.getDate())
  return Math.round((last - first) / DAY)
}
