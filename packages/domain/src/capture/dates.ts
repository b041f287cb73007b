import { type Day, type Due, dayAfter, dayOf, isDue, timeOf, withTime } from '../due.ts'
import { inShortMonths, nextDue, type Recurrence } from '../recurrence.ts'
import { BARE_LIST, type Certainty, DAYS, type DateParts, PATTERNS, TIMES } from './date-words.ts'
import type { FigureOrder } from './figures.ts'

export interface DueWords {
  readonly dueAt: Due
  readonly recurrence: Recurrence | null
}

/** UTF-16 indexes of the words in the text. */
export interface Span {
  readonly from: number
  readonly to: number
}

interface Phrase extends Span {
  readonly dateParts: DateParts
  /** Whether `due:` precedes the words. */
  readonly isMarked: boolean
}

interface FoundDates {
  readonly due: DueWords | null
  readonly startAt: Day | null
  readonly spans: readonly (Span & { readonly kind: 'due' | 'start' })[]
}

/** UTF-16 units at the beginning of a text that are searched for dates. Long texts rarely hold any. */
const LONGEST_SEARCHED = 2_000
const MOST_PHRASES = 50

/**
 * Finds the due date and the start date. Of two days for one date the last counts, but a day after `due:`
 * counts before others.
 *
 * @param now the wall clock of the person
 * @param isPlain whether a span is plain text, in which nothing is read
 * @param order in which the person writes day and month; absent: `3/12` could be either, and is no date
 */
export function findDates(
  text: string,
  now: Due,
  isPlain: (span: Span) => boolean,
  order?: FigureOrder,
): FoundDates {
  const phrases = withEnd(phrasesIn(text.slice(0, LONGEST_SEARCHED), now, isPlain, order))
  const inTurn = [
    ...phrases.filter(({ isMarked }) => !isMarked),
    ...phrases.filter(({ isMarked }) => isMarked),
  ]
  let dateParts: DateParts = {}
  const spans: FoundDates['spans'][number][] = []
  for (const { from, to, ...phrase } of inTurn.toReversed()) {
    const both = joined(phrase.dateParts, dateParts)
    if (both === null) continue
    dateParts = both
    spans.push({ from, to, kind: isStartAlone(phrase.dateParts) ? 'start' : 'due' })
  }
  const { begin, ...parts } = withFirstDay(dateParts)
  const hasDue = Object.keys(parts).length > 0
  const due = hasDue ? dueOf(parts, now) : null
  if (hasDue && due === null) return { due: null, startAt: null, spans: [] }
  return { due, startAt: begin ?? null, spans: spans.sort((a, b) => a.from - b.from) }
}

/**
 * An `until 20 dec` that stands apart ends the repetition of the text, if that has no end yet. Without a
 * repetition it stays text.
 */
function withEnd(phrases: readonly Phrase[]): readonly Phrase[] {
  const rules = phrases.filter(({ dateParts }) => dateParts.recurrence !== undefined)
  const isEndless = rules.length > 0 && rules.every(({ dateParts }) => dateParts.until === undefined)
  return isEndless ? phrases : phrases.filter(({ dateParts }) => !isEndAlone(dateParts))
}

function isEndAlone(dateParts: DateParts): boolean {
  return dateParts.until !== undefined && dateParts.recurrence === undefined
}

function isStartAlone(dateParts: DateParts): boolean {
  return Object.keys(dateParts).every((key) => key === 'begin')
}

/** With a repetition that names no day, `starting 1 dec` is its first occurrence. */
function withFirstDay({ begin, ...parts }: DateParts): DateParts {
  const isFirst =
    begin !== undefined &&
    parts.recurrence !== undefined &&
    parts.day === undefined &&
    parts.start === undefined
  return { ...parts, ...(begin !== undefined && (isFirst ? { start: begin } : { begin })) }
}

/** Parses a text that is a date, a time or a repetition and nothing else. Null: not understood. */
export function readDue(text: string, now: Due, order?: FigureOrder): DueWords | null {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > 200) return null
  if (isDue(trimmed)) return { dueAt: trimmed, recurrence: null }
  const phrase = phraseAt(trimmed, 0, now, order, true)
  if (phrase === null || phrase.to < trimmed.length) return null
  const { begin, ...parts } = withFirstDay(phrase.dateParts)
  return begin === undefined ? dueOf(parts, now) : null
}

function phrasesIn(
  text: string,
  now: Due,
  isPlain: (span: Span) => boolean,
  order: FigureOrder | undefined,
): Phrase[] {
  const phrases: Phrase[] = []
  for (let at = 0; at < text.length && phrases.length < MOST_PHRASES; ) {
    const list = listEnd(text, at)
    if (list !== null) {
      at = nextWord(text, list)
      continue
    }
    const phrase = endAt(text, at, now, order) ?? phraseAt(text, at, now, order)
    const isTaken = phrase !== null && !isPlain(phrase)
    if (isTaken) phrases.push(phrase)
    at = nextWord(text, isTaken ? phrase.to : at)
  }
  return phrases
}

/** The index after a list of weekdays and their times, which stays text. Null: no list begins here. */
function listEnd(text: string, from: number): number | null {
  const list = matchAt(BARE_LIST, text, from)
  if (list === null) return null
  let to = from + list[0].length
  for (;;) {
    const at = to + (matchAt(BETWEEN, text, to)?.[0].length ?? 0)
    const time = TIMES.map(({ pattern }) => matchAt(pattern, text, at)).find((match) => match !== null)
    if (at === to || time === undefined || time === null) return to
    to = at + time[0].length
  }
}

/** Reads `until 20 dec` where it does not follow its repetition. */
function endAt(text: string, from: number, now: Due, order: FigureOrder | undefined): Phrase | null {
  const end = matchAt(UNTIL, text, from) && boundAt(text, from, now, order)
  return end && { from, to: from + end.length, dateParts: end.dateParts, isMarked: false }
}

/** The index of the next word, behind white space or a comma. */
function nextWord(text: string, from: number): number {
  NEXT_WORD.lastIndex = from
  return NEXT_WORD.test(text) ? NEXT_WORD.lastIndex : text.length
}

const NEXT_WORD = /[\s,，]+/g

/**
 * The longest date phrase that begins at an index. Null: none, or one that may mean something else at this
 * position.
 */
function phraseAt(
  text: string,
  from: number,
  now: Due,
  order: FigureOrder | undefined,
  isCertainlyDate = false,
): Phrase | null {
  const lead = matchAt(LEAD, text, from)
  const isMarked = lead?.[0].toLowerCase() === 'due:'
  let dateParts: DateParts = {}
  let to = from + (lead?.[0].length ?? 0)
  let certainty: Certainty = lead === null ? 'beside' : 'alone'
  let parts = 0
  for (let at = to; at <= text.length; at = to + (matchAt(BETWEEN, text, to)?.[0].length ?? text.length)) {
    const part = partAt(text, at, dateParts, now, order)
    const both = part && joined(dateParts, part.dateParts)
    if (part === null || both === null) break
    dateParts = both
    to = at + part.length
    if (parts === 0 && lead === null) certainty = part.certainty
    parts++
  }
  const isDoubtful = parts === 1 && !isCertainlyDate && !isCertain(certainty, text, from, to)
  if (parts === 0 || isDoubtful) return null
  if (lead === null && !isCertainlyDate && NEEDS_WHAT_FOLLOWS.test(text.slice(Math.max(0, from - 20), from)))
    return null
  return { from, to, dateParts, isMarked }
}

/** Words that need a noun after them, so that a date behind them stays in the text: “Bread for Sunday”. */
const NEEDS_WHAT_FOLLOWS = /(?:^|\s)(?:for|of|from|to|before|after|since|about|between|than|with)\s+$/i

function isCertain(certainty: Certainty, text: string, from: number, to: number): boolean {
  if (certainty === 'alone') return true
  const rest =
    text
      .slice(to, to + 80)
      .split(/[\r\n]/, 1)[0]
      ?.trim() ?? ''
  const isEnd = rest === '' || /^[.!?]$/.test(rest)
  if (certainty === 'beside' || (certainty === 'end' && !isEnd)) return false
  const before = text.slice(Math.max(0, from - 20), from)
  const isStart = before.trim() === ''
  return (isStart || isEnd) && !/(?:^|\s)(?:the|an?|in|of|full|my|and|our|this)\s+$/i.test(before)
}

/** Joins two phrases of one date. Null: both set the same field, such as two times. */
function joined(a: DateParts, b: DateParts): DateParts | null {
  const isGivenTwice = (Object.keys(a) as (keyof DateParts)[]).some((key) => b[key] !== undefined)
  return isGivenTwice ? null : { ...a, ...b }
}

function dueOf(dateParts: DateParts, now: Due): DueWords | null {
  const { until } = dateParts
  const today = dayOf(now)
  const time = timeOfDateParts(dateParts, now)
  const from = dateParts.day ?? dateParts.start ?? today
  const rule = dateParts.recurrence ?? null
  // Without a day: the first day of the rule, or the next time that the clock shows the hour.
  const isOver = from === today && dateParts.day === undefined && time !== null && time <= (timeOf(now) ?? '')
  const named =
    rule !== null && dateParts.day === undefined ? firstOf(rule, isOver ? dayAfter(from, 1) : from) : null
  const day = named ?? (isOver ? dayAfter(from, 1) : from)
  const ends = until === undefined ? '' : `;UNTIL=${until.replaceAll('-', '')}`
  const dueAt = withTime(day, time)
  if (!isDue(dueAt) || (until !== undefined && (rule === null || until < day))) return null
  return { dueAt, recurrence: rule === null ? null : inShortMonths(rule, day) + ends }
}

/**
 * `at 8` in the evening is 20:00. `at 5` is 17:00, except in a morning. `tonight`, said after the evening has
 * begun, is today without a time.
 */
function timeOfDateParts(dateParts: DateParts, now: Due): string | null {
  const { time, about, day, recurrence } = dateParts
  if (time === undefined) {
    const isBegun = about !== undefined && day === dayOf(now) && about < (timeOf(now) ?? '')
    return about === undefined || (isBegun && recurrence === undefined) ? null : about
  }
  const hour = Number(time.slice(0, 2))
  const isOfTwelve = hour > 0 && (about === undefined ? isAfternoon(hour, dateParts) : about >= '12:00')
  return isOfTwelve && hour < 12 ? `${hour + 12}${time.slice(2)}` : time
}

/** Few todos are due from 1 to 5 at night. */
function isAfternoon(hour: number, { isBareHour }: DateParts): boolean {
  return isBareHour === true && hour < 6
}

/** The first day, from this one on, that the rule names. Null: it names none. */
function firstOf(recurrence: Recurrence, day: Day): Day | null {
  if (!/BYDAY|BYMONTHDAY/.test(recurrence)) return null
  const before = dayAfter(day, -1)
  return nextDue(recurrence.replace(/;INTERVAL=\d+/, ''), before, before)
}

interface Part {
  readonly dateParts: DateParts
  readonly length: number
  readonly certainty: Certainty
}

function partAt(
  text: string,
  at: number,
  dateParts: DateParts,
  now: Due,
  order: FigureOrder | undefined,
): Part | null {
  const today = dayOf(now)
  if (dateParts.recurrence !== undefined) {
    const bound = boundAt(text, at, now, order)
    if (bound !== null) return bound
  }
  const start = startPartAt(text, at, now, order)
  if (start !== null) return start
  for (const { pattern, certainty, read } of PATTERNS) {
    const match = matchAt(pattern, text, at)
    const found = match && read(match, today, now, order)
    if (match && found) return { dateParts: found, length: match[0].length, certainty }
  }
  return null
}

/** `starting 1 dec`, `until friday` or `for 3 weeks`, which may only follow a repetition. */
function boundAt(text: string, at: number, now: Due, order: FigureOrder | undefined): Part | null {
  const today = dayOf(now)
  const lead = matchAt(BOUND, text, at)
  if (lead === null) return null
  const isEnd = /^(?:un|til|end|thr)/i.test(lead[0])
  for (const { pattern, read } of DAYS) {
    const match = matchAt(pattern, text, at + lead[0].length)
    const day = match && read(match, today, now, order)?.day
    if (match && day)
      return {
        dateParts: isEnd ? { until: day } : { start: day },
        length: lead[0].length + match[0].length,
        certainty: 'alone',
      }
  }
  return null
}

/**
 * `start:friday`, `starts on friday`, `starting in 3 days`. With a time of day it is the time of an event,
 * not a start date.
 */
function startPartAt(text: string, at: number, now: Due, order: FigureOrder | undefined): Part | null {
  const lead = matchAt(START, text, at)
  if (lead === null) return null
  const today = dayOf(now)
  for (const { pattern, certainty, read } of DAYS) {
    const match = matchAt(pattern, text, at + lead[0].length)
    const begin = match && read(match, today, now, order)?.day
    if (!match || !begin) continue
    const length = lead[0].length + match[0].length
    const next = at + length + (matchAt(BETWEEN, text, at + length)?.[0].length ?? 0)
    if (TIMES.some(({ pattern: time }) => matchAt(time, text, next) !== null)) return null
    const isMarked = lead[0].includes(':')
    const isNamed = !/^start\s/i.test(lead[0]) && certainty === 'alone'
    const due = matchAt(LEAD, text, next)
    const isBeforeDue =
      due !== null && DAYS.some(({ pattern: day }) => matchAt(day, text, next + due[0].length) !== null)
    return { dateParts: { begin }, length, certainty: isMarked || isNamed || isBeforeDue ? 'alone' : 'end' }
  }
  return null
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const LEAD = /due:[ \t]*|(?:due|by)[ \t\u00a0]+(?:on[ \t\u00a0]+)?/iy
const BETWEEN = /[ \t\u00a0]*[,，]?[ \t\u00a0]+/y
const START = /start:[ \t]*|start(?:s|ing)?[ \t\u00a0]+(?:on[ \t\u00a0]+)?/iy
const UNTIL = /(?:until|till?)[ \t\u00a0]/iy
const BOUND = /(?:starts|starting|beginning|from|until|till?|ending|through)[ \t\u00a0]+(?:on[ \t\u00a0]+)?/iy
