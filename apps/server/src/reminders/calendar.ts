import {
  type Due,
  dayAfter,
  dayOf,
  parseRecurrence,
  type Recurrence,
  timeOf,
  withTime,
} from '@cardinal/domain'
import { yieldToEventLoop } from '../lib/waiting.ts'
import type { DatedCard } from '../store/index.ts'

/** Refresh interval suggested to calendar programs. */
const REFRESH_INTERVAL = 'PT1H'
const LONGEST_TITLE = 200

/** UTF-16 units. */
const LONGEST_DESCRIPTION = 1_000
/** Dates listed for a repetition that no RRULE describes: more than two years of months. */
const TIMES_LISTED = 30
/**
 * Number of dates listed for a repetition that no RRULE describes. Covers more than two years of a monthly
 * one.
 */
const EVENTS_PER_SLICE = 20

/** A card with the names of its tags. */
type CalendarCard = DatedCard & { readonly tags: readonly string[] }

/**
 * RFC 5545: one event for a card that is due, and one for the day of its start date. They are events
 * because most programs that subscribe to a calendar (ICSx5, Apple's and Google's) show no VTODO. A
 * completed card is marked in its title. Times are floating, without a time zone, like due dates. An event
 * with a time lasts half an hour.
 *
 * @param home address of the app, to which each event links
 */
export async function writeCalendar(cards: readonly CalendarCard[], home: string): Promise<string> {
  let text = linesOf([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Cardinal//Due cards//EN',
    'X-WR-CALNAME:Cardinal',
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH_INTERVAL}`,
  ])
  for (const [n, card] of cards.entries()) {
    text += linesOf([...dueOf(card, home), ...startOf(card, home)])
    if (n % EVENTS_PER_SLICE === EVENTS_PER_SLICE - 1) await yieldToEventLoop()
  }
  return text + linesOf(['END:VCALENDAR'])
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function dueOf(card: CalendarCard, home: string): string[] {
  const { id, dueAt, doneAt, recurrence } = card
  if (dueAt === null) return []
  const again = recurrence === null || doneAt !== null ? [] : [repetitionOf(recurrence, dueAt)]
  const times = [...timesOfEvent(card, dueAt), ...again]
  return eventOf(card, `${id}@cardinal`, times, doneAt === null ? '' : '✓ ', home)
}

/**
 * The event of the start date. It does not repeat, because the start date moves when the card comes back.
 * Empty: the card is done, or has no start date before its due date.
 */
function startOf(card: CalendarCard, home: string): string[] {
  const { id, startAt, dueAt, doneAt } = card
  if (startAt === null || doneAt !== null || (dueAt !== null && startAt >= dayOf(dueAt))) return []
  return eventOf(card, `${id}-start@cardinal`, timesOfEvent(card, startAt), 'Start: ', home)
}

function eventOf(card: CalendarCard, uid: string, times: readonly string[], mark: string, home: string) {
  const { id, beginning, tags } = card
  const description = descriptionOf(beginning)
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    ...times,
    `SUMMARY:${escaped(mark + titleOf(beginning))}`,
    ...(description === '' ? [] : [`DESCRIPTION:${escaped(description)}`]),
    ...(tags.length === 0 ? [] : [`CATEGORIES:${tags.map(escaped).join(',')}`]),
    `URL:${home}?popups_center=master-editor&master-editor.entityId=${id}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

function timesOfEvent({ updatedAt }: CalendarCard, due: Due): string[] {
  const isDay = timeOf(due) === null
  return [
    `DTSTAMP:${new Date(updatedAt).toISOString().replace(/[-:]|\.\d+/g, '')}`,
    isDay ? `DTSTART;VALUE=DATE:${basic(due)}` : `DTSTART:${basic(due)}`,
    isDay ? `DTEND;VALUE=DATE:${basic(dayAfter(dayOf(due), 1))}` : 'DURATION:PT30M',
  ]
}

/** `20260309`, or `20260309T140000` with a time. */
function basic(due: Due): string {
  const time = timeOf(due)
  return dayOf(due).replaceAll('-', '') + (time === null ? '' : `T${time.replace(':', '')}00`)
}

/**
 * The event's RRULE, or its dates. ical.js, with which Thunderbird and Nextcloud read calendars, ignores
 * BYSETPOS beside BYMONTHDAY. So the last day of months is written without it, and the 29th and 30th as a
 * list of dates.
 */
function repetitionOf(recurrence: Recurrence, dueAt: Due): string {
  const isDay = timeOf(dueAt) === null
  const date = /^FREQ=MONTHLY(?!.*BYMONTH=).*;BYMONTHDAY=28,29(,30)?;BYSETPOS=-1/.exec(recurrence)
  if (date !== null) {
    const times = timesOf(recurrence, dueAt, date[1] === undefined ? 29 : 30)
    return `RDATE${isDay ? ';VALUE=DATE' : ''}:${times.map(basic).join(',')}`
  }
  const rule = recurrence.replace(
    /BYMONTHDAY=28,29,30,31;BYSETPOS=-1|(?<=BYMONTH=2;)BYMONTHDAY=28,29;BYSETPOS=-1/,
    'BYMONTHDAY=-1',
  )
  // UNTIL must have the type of the event's start: with a time where that has one.
  return `RRULE:${isDay ? rule : rule.replace(/UNTIL=(\d{8})/, 'UNTIL=$1T235959')}`
}

/**
 * The next times of a rule that names a date of each month, or the last day of shorter months. Begins with
 * `dueAt`.
 */
function timesOf(recurrence: Recurrence, dueAt: Due, date: number): Due[] {
  const { interval = 1, until, count } = parseRecurrence(recurrence) ?? {}
  const [year = 0, month = 1] = dueAt.split('-').map(Number)
  const times = [dueAt]
  for (let n = 1; n < Math.min(TIMES_LISTED, count ?? TIMES_LISTED); n++) {
    const last = new Date(Date.UTC(year, month + n * interval, 0))
    const day = `${last.toISOString().slice(0, 8)}${Math.min(date, last.getUTCDate())}`
    if (last.getUTCFullYear() > 9999 || day > (until ?? '9999')) break
    times.push(withTime(day, timeOf(dueAt)))
  }
  return times
}

/** The text below the title. */
function descriptionOf(content: string): string {
  const [, ...below] = content.trimStart().split(/\r\n?|\n/)
  return below
    .join('\n')
    .trim()
    .slice(0, LONGEST_DESCRIPTION)
    .replace(/\p{Cs}$/u, '')
}

/** The first line that is not empty. */
export function titleOf(content: string): string {
  const beginning = content.slice(0, 5_000).trimStart()
  const end = beginning.search(/[\r\n]/)
  const line = end < 0 ? beginning : beginning.slice(0, end)
  const title = line.replace(/^#{1,6}\s+/, '').trim()
  // A character takes up to two UTF-16 units.
  return [...title.slice(0, 2 * LONGEST_TITLE)].slice(0, LONGEST_TITLE).join('')
}

function escaped(text: string): string {
  const plain = text.replace(/[\\;,]/g, '\\$&').replace(/[^\P{Cc}\n]/gu, ' ')
  return plain.replaceAll('\n', '\\n')
}

/** Folds lines of more than 75 bytes with a space at each continuation, never inside a character. */
function folded(line: string): string {
  let [text, length] = ['', 0]
  for (const character of line) {
    const bytes = Buffer.byteLength(character)
    if (length + bytes > 74) {
      text += '\r\n '
      length = 1
    }
    text += character
    length += bytes
  }
  return text
}
