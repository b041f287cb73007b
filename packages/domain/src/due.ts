/**
 * When a card is due: a day, `2026-03-09`, or a minute of a day, `2026-03-09T14:00`. By the wall clock,
 * without a time zone: a todo for nine o'clock stays at nine after a flight. Compares as text; a day sorts
 * before its minutes.
 */
export type Due = string

export type Day = string

const DUE = /^(\d{4})-(\d{2})-(\d{2})(?:T([01]\d|2[0-3]):[0-5]\d)?$/
const FIRST_YEAR = 1970
export const DAY_MS = 86_400_000

/** Whether a text is an existing day, or a minute of one, from 1970 on. */
export function isDue(text: string): boolean {
  const parts = DUE.exec(text)
  if (parts === null || Number(parts[1]) < FIRST_YEAR) return false
  const day = text.slice(0, 10)
  return dayOfNumber(dayNumber(day)) === day
}

export const NOT_A_DAY = 'must be a day that exists, like 2026-03-09'
export const NOT_A_DUE =
  'must be a day that exists, like 2026-03-09, or one with a time, like 2026-03-09T14:00'

/** The problem as a sentence; null: none. */
export function dueProblem(due: Due | null): string | null {
  return due === null || isDue(due) ? null : `It is due at a time that does not exist: ${due.slice(0, 20)}.`
}

/** The problem as a sentence; null: none. */
export function startProblem(start: Day | null): string | null {
  return start === null || isDay(start)
    ? null
    : `It starts on a day that does not exist: ${start.slice(0, 20)}.`
}

export function isDay(text: string): boolean {
  return text.length === 10 && isDue(text)
}

/** Whether a card starts on a later day. One that is due by today has started. */
export function startsLater(
  { startAt, dueAt }: { startAt: Day | null; dueAt: Due | null },
  today: Day,
): boolean {
  return startAt !== null && startAt > today && (dueAt === null || dayOf(dueAt) > today)
}

/** The start date after a change of the due date: the number of days between them stays. */
export function startFor(start: Day | null, dueBefore: Due, due: Due): Day | null {
  if (start === null) return null
  const moved = dayAfter(start, dayNumber(dayOf(due)) - dayNumber(dayOf(dueBefore)))
  return isDay(moved) ? moved : start
}

export function dayOf(due: Due): Day {
  return due.slice(0, 10)
}

/** Such as `14:00`; null for a whole day. */
export function timeOf(due: Due): string | null {
  return due.length > 10 ? due.slice(11) : null
}

export function withTime(day: Day, time: string | null): Due {
  return time === null ? day : `${day}T${time}`
}

/** Days since 1970-01-01. */
export function dayNumber(day: Day): number {
  return Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10))) / DAY_MS
}

export function dayOfNumber(number: number): Day {
  return new Date(number * DAY_MS).toISOString().slice(0, 10)
}

/** 0 for Monday to 6 for Sunday. */
export function weekdayOf(dayNumber: number): number {
  return (((dayNumber + 3) % 7) + 7) % 7
}

export function dayAfter(day: Day, days: number): Day {
  return dayOfNumber(dayNumber(day) + days)
}

/** Sorts as the text does; infinite without a due date. */
export function dueKey(due: Due | null): number {
  if (due === null) return Number.POSITIVE_INFINITY
  const time = timeOf(due)
  const minute = time === null ? 0 : 1 + Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  return dayNumber(dayOf(due)) * KEYS_IN_A_DAY + minute
}

/** The next power of two above the minutes of a day. */
export const KEYS_IN_A_DAY = 2048

/** @param now the same wall clock, as a `Due` with a time */
export function dueState(due: Due, now: Due): 'overdue' | 'today' | 'later' {
  if (timeOf(due) === null ? due < dayOf(now) : due < now) return 'overdue'
  return dayOf(due) === dayOf(now) ? 'today' : 'later'
}

/** An instant as wall clock time in this machine's time zone. */
export function wallClock(date: Date): Due {
  const two = (figure: number) => String(figure).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}
