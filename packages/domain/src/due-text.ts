import { type Day, type Due, dayAfter, dayNumber, dayOf, isDue, timeOf, weekdayOf, withTime } from './due.ts'
import { type Recurrence, WEEKDAYS } from './recurrence.ts'

export interface DueWords {
  readonly dueAt: Due
  readonly recurrence: Recurrence | null
}

/** The most words that a date, a time and a repetition take. */
const MOST_WORDS = 12
const MARK = /(^|[\s,，])due:/i

/**
 * Takes `due:tomorrow`, `due:fri 14:00` or `due:every 2 weeks` out of a text, also `every 2 weeks due:fri`. As many words
 * after `due:` are taken as make sense; with none, the text stays unchanged.
 *
 * @param now the wall clock of the person
 */
export function takeDue(text: string, now: Due): { readonly text: string; readonly due: DueWords | null } {
  const mark = MARK.exec(text)
  if (mark === null) return { text, due: null }
  const start = mark.index + (mark[1] as string).length
  const from = start + 'due:'.length
  const ends = [...text.slice(from, from + 200).matchAll(/[^\s,，]+/g)].slice(0, MOST_WORDS)
  for (const end of ends.toReversed()) {
    const words = text.slice(from, from + end.index + end[0].length)
    const due = /[\n,，]/.test(words) ? null : readDue(words, now)
    if (due === null) continue
    const every = due.recurrence === null ? repetitionAtEnd(text.slice(0, start)) : null
    const [before, after] = [text.slice(0, every?.from ?? start), text.slice(from + words.length)]
    return {
      text: /^\s*(?:[,，]|$)/.test(after) ? before.trimEnd() + after : before + after.trimStart(),
      due: every === null ? due : { ...due, recurrence: every.recurrence },
    }
  }
  return { text, due: null }
}

/** A repetition at the end of a text, such as `every 2 weeks`, and the index where it starts. Null: none. */
function repetitionAtEnd(text: string): { readonly recurrence: Recurrence; readonly from: number } | null {
  const from = text.search(/(?<=^|\s)every(?:\s+\S+){1,8}\s*$/i)
  const words = text.slice(from).trim().toLowerCase().replace(/\s+/g, ' ')
  const every = from === -1 ? null : readEvery(words)
  return every === null || every.length < words.length ? null : { recurrence: every.recurrence, from }
}

/** Parses `tomorrow`, `fri 14:00`, `in 3 days`, `9 mar`, `every mon and thu at 9am` and the like. Null: not understood. */
export function readDue(text: string, now: Due): DueWords | null {
  let rest = text.trim().toLowerCase().replace(/\s+/g, ' ')
  if (rest === '' || rest.length > 200) return null
  const today = dayOf(now)
  let [day, time, recurrence]: [Day | null, string | null, Recurrence | null] = [null, null, null]
  while (rest !== '') {
    const found = readEvery(rest) ?? readTime(rest) ?? readDay(rest, today)
    if (found === null) return null
    if ('recurrence' in found && recurrence === null) recurrence = found.recurrence
    else if ('time' in found && time === null) time = found.time
    else if ('day' in found && day === null) day = found.day
    else return null
    rest = rest.slice(found.length).trimStart()
  }
  // Without a day: the first day of the rule, or the next time that the clock shows the hour.
  const first = recurrence === null ? today : firstOf(recurrence, today)
  const isOver = day === null && time !== null && first === today && time <= (timeOf(now) ?? '')
  const dueAt = withTime(day ?? (isOver ? dayAfter(first, 1) : first), time)
  return isDue(dueAt) ? { dueAt, recurrence } : null
}

type ReadPart<Name extends string, Value> = { readonly [N in Name]: Value } & { readonly length: number }

function readDay(text: string, today: Day): ReadPart<'day', Day> | null {
  for (const [pattern, dayFrom] of DAYS) {
    const match = pattern.exec(text)
    const day = match && dayFrom(match, today)
    if (match && day) return { day, length: match[0].length }
  }
  return null
}

const END = '(?= |$)'
const NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const WEEKDAY = `(mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)s?`
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const
const MONTH = `(${MONTHS.join('|')})[a-z]*\\.?`
const UNIT = '(day|week|month|year)s?'

const DAYS: readonly (readonly [RegExp, (match: RegExpExecArray, today: Day) => Day | null])[] = [
  [new RegExp(`^today${END}`), (_, today) => today],
  [new RegExp(`^(?:tomorrow|tmr)${END}`), (_, today) => dayAfter(today, 1)],
  [new RegExp(`^next week${END}`), (_, today) => dayAfter(today, 7 - weekdayOf(dayNumber(today)))],
  [new RegExp(`^next month${END}`), (_, today) => `${monthsLater(today, 1).slice(0, 8)}01`],
  [
    new RegExp(`^(?:on |next )?${WEEKDAY}${END}`),
    ([, name], today) => nextWeekday(weekdayNamed(name), today),
  ],
  [
    new RegExp(`^in (\\d{1,3}|an?|one|two|three) ${UNIT}${END}`),
    ([, count, unit], today) => later(today, numberOf(count), unit),
  ],
  [
    new RegExp(`^(?:on )?(\\d{4}-\\d{2}-\\d{2})${END}`),
    ([, day]) => (isDue(day as Day) ? (day as Day) : null),
  ],
  [
    new RegExp(`^(?:on )?(\\d{1,2})(?:st|nd|rd|th|\\.)? ${MONTH}(?: (\\d{4}))?${END}`),
    ([, day, month, year], today) => dayOfMonth(day, month, year, today),
  ],
  [
    new RegExp(`^(?:on )?${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?: (\\d{4}))?${END}`),
    ([, month, day, year], today) => dayOfMonth(day, month, year, today),
  ],
]

function readTime(text: string): ReadPart<'time', string> | null {
  const match = new RegExp(
    `^(?:at )?(?:(\\d{1,2}):(\\d{2}) ?(am|pm)?|(\\d{1,2}) ?(am|pm)|(noon))${END}`,
  ).exec(text)
  if (match === null) return null
  const [all, hour, minute = '00', half, bareHour, bareHalf, noon] = match
  const turned = half ?? bareHalf
  const figure = noon ? 12 : Number(hour ?? bareHour)
  if (turned !== undefined && (figure < 1 || figure > 12)) return null
  const hours = turned === undefined ? figure : (figure % 12) + (turned === 'pm' ? 12 : 0)
  const time = `${String(hours).padStart(2, '0')}:${minute}`
  return isDue(`2000-01-01T${time}`) ? { time, length: all.length } : null
}

const RECURRENCE_WORDS: readonly (readonly [RegExp, (match: RegExpExecArray) => Recurrence])[] = [
  [new RegExp(`^(?:every day|daily)${END}`), () => 'FREQ=DAILY'],
  [new RegExp(`^(?:every (?:weekday|workday)s?)${END}`), () => 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
  [new RegExp(`^weekly${END}`), () => 'FREQ=WEEKLY'],
  [new RegExp(`^monthly${END}`), () => 'FREQ=MONTHLY'],
  [new RegExp(`^(?:yearly|annually)${END}`), () => 'FREQ=YEARLY'],
  [
    new RegExp(`^every (?:(\\d{1,3}|other|two|three) )?${UNIT}${END}`),
    ([, count, unit]) => everySo(count === 'other' ? 2 : numberOf(count ?? 'one'), unit),
  ],
  [
    new RegExp(`^every ${WEEKDAY}(?:(?: and | & |/| )${WEEKDAY}){0,6}${END}`),
    ([all]) => `FREQ=WEEKLY;BYDAY=${weekdaysIn(all).join()}`,
  ],
]

function readEvery(text: string): ReadPart<'recurrence', Recurrence> | null {
  for (const [pattern, ruleFrom] of RECURRENCE_WORDS) {
    const match = pattern.exec(text)
    if (match !== null) return { recurrence: ruleFrom(match), length: match[0].length }
  }
  return null
}

function everySo(count: number, unit: string | undefined): Recurrence {
  const frequency = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' }[unit ?? 'day']
  return `FREQ=${frequency}${count > 1 ? `;INTERVAL=${count}` : ''}`
}

function weekdaysIn(text: string): string[] {
  const numbers = [...text.matchAll(new RegExp(`\\b${WEEKDAY}\\b`, 'g'))].map(([, name]) =>
    weekdayNamed(name),
  )
  return [...new Set(numbers)].sort((a, b) => a - b).map((number) => WEEKDAYS[number] as string)
}

/** Today, or the first later day with one of the rule's weekdays. */
function firstOf(recurrence: Recurrence, today: Day): Day {
  const days = /BYDAY=([A-Z,]+)/.exec(recurrence)?.[1]?.split(',')
  for (let later = 0; later < 7; later++) {
    const day = dayAfter(today, later)
    if (days === undefined || days.includes(WEEKDAYS[weekdayOf(dayNumber(day))] as string)) return day
  }
  return today
}

function weekdayNamed(name: string | undefined): number {
  return NAMES.findIndex((each) => each.startsWith((name ?? '').slice(0, 3)))
}

/** Never today: on a Friday, the next Friday is a week away. */
function nextWeekday(weekday: number, today: Day): Day {
  return dayAfter(today, ((weekday - weekdayOf(dayNumber(today)) + 6) % 7) + 1)
}

function later(today: Day, count: number, unit: string | undefined): Day {
  if (unit === 'day') return dayAfter(today, count)
  if (unit === 'week') return dayAfter(today, count * 7)
  return monthsLater(today, unit === 'year' ? count * 12 : count)
}

/** The same day of a later month, or that month's last day. */
function monthsLater(day: Day, count: number): Day {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count
  const [year, month] = [Math.floor(months / 12), (months % 12) + 1]
  for (let date = Number(day.slice(8)); date > 28; date--) {
    const found = writtenDay(year, month, date)
    if (isDue(found)) return found
  }
  return writtenDay(year, month, Math.min(28, Number(day.slice(8))))
}

/** Without a year: the next such day. */
function dayOfMonth(
  day: string | undefined,
  month: string | undefined,
  year: string | undefined,
  today: Day,
): Day | null {
  const number = (MONTHS as readonly (string | undefined)[]).indexOf(month) + 1
  const first = Number(year ?? today.slice(0, 4))
  const years = year === undefined ? [first, first + 1, first + 2, first + 3, first + 4] : [first]
  const found = years.map((each) => writtenDay(each, number, Number(day)))
  return found.find((each) => isDue(each) && (year !== undefined || each >= today)) ?? null
}

function writtenDay(year: number, month: number, day: number): Day {
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join(
    '-',
  )
}

function numberOf(text: string | undefined): number {
  const named = { a: 1, an: 1, one: 1, two: 2, three: 3 }[text ?? '']
  return named ?? Math.max(1, Number(text))
}
