import {
  type Day,
  type Due,
  dayNumber,
  dayOf,
  dueState,
  type Frequency,
  parseRecurrence,
  type Recurrence,
  type RecurrenceRule,
  timeOf,
  wallClock,
} from '@cardinal/domain'
import { monthName, nearDay, shortDay, weekdayName } from '../text/dates.ts'

const UNITS: Readonly<Record<Frequency, string>> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
}

/**
 * Short form for a row: "Today", "Tomorrow 14:00", "Fri 09:00", "9 Mar 2027".
 *
 * @param now the wall clock
 */
export function dueWords(due: Due, now: Due): string {
  const time = timeOf(due)
  const day = nearDay(dayOf(due), dayOf(now))
  return time === null ? day : `${day} ${time}`
}

/** Such as "Starts in 3 days". */
export function startWords(start: Day, today: Day): string {
  const days = dayNumber(start) - dayNumber(today)
  if (days === 0) return 'Starts today'
  if (days < 0) return `Started ${dueWords(start, today).replace(/^Y/, 'y')}`
  return days === 1 ? 'Starts tomorrow' : `Starts in ${days} days`
}

/** Sentence for screen readers and tooltips: "Overdue since yesterday". */
export function dueSentence(due: Due, now: Due, recurrence: Recurrence | null): string {
  const isOverdue = dueState(due, now) === 'overdue'
  const words = dueWords(due, now)
  const said = NAMED.has(words.split(' ')[0] ?? '') ? words.toLowerCase() : words
  const again = recurrence === null ? '' : `, ${recurrenceWords(recurrence)}`
  return `${isOverdue ? 'Overdue since' : 'Due'} ${said}${again}`
}

const NAMED = new Set(['Today', 'Tomorrow', 'Yesterday'])

/** Such as "every 2 weeks on Mon and Fri". Other rules stay as written. */
export function recurrenceWords(recurrence: Recurrence): string {
  const rule = parseRecurrence(recurrence)
  if (rule === null) return recurrence
  const { frequency, interval, until, count } = rule
  const often = interval === 1 ? `every ${UNITS[frequency]}` : `every ${interval} ${UNITS[frequency]}s`
  const ends = until !== null ? ` until ${shortDay(until)}` : ''
  const left = count !== null ? `, ${count} more ${count === 1 ? 'time' : 'times'}` : ''
  return `${isWeekdays(rule) ? 'every weekday' : often + onWords(rule)}${ends}${left}`
}

function isWeekdays({ frequency, interval, weekdays, months }: RecurrenceRule): boolean {
  const isFive = weekdays.length === 5 && weekdays.every(({ weekday, nth }) => weekday < 5 && nth === null)
  return frequency === 'WEEKLY' && interval === 1 && isFive && months.length === 0
}

function onWords({ weekdays, monthDays, isLastOfThem, months }: RecurrenceRule): string {
  if (isLastOfThem) {
    const date = nthWord(Math.max(...monthDays))
    return months[0] === 2
      ? ` on ${shortDay('2024-02-29', '2024-01-01')} (on the 28th of shorter years)`
      : ` on the ${date} (on the last day of shorter months)`
  }
  const days = weekdays.map(
    ({ weekday, nth }) => `${nth === null ? '' : `the ${nthWord(nth)} `}${weekdayName(weekday)}`,
  )
  const dates = monthDays.map((day) => (day === -1 ? 'the last day' : `the ${nthWord(day)}`))
  const on = [...days, ...dates]
  return `${on.length > 0 ? ` on ${joined(on)}` : ''}${months.length > 0 ? ` in ${joined(months.map(monthName))}` : ''}`
}

function nthWord(nth: number): string {
  if (nth < 0) return nth === -1 ? 'last' : `${nthWord(-nth)} last`
  const ending = nth % 100 > 10 && nth % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][nth % 10] ?? 'th')
  return `${nth}${ending}`
}

function joined(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** @param now ms since 1970 */
export function clockAt(now: number): Due {
  return wallClock(new Date(now))
}
