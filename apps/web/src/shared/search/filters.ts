import {
  type Calendar,
  type CardOrder,
  type CardType,
  type Color,
  type DateField,
  type DateRelation,
  type DateWindow,
  DEFAULT_CARD_ORDER,
  DEFAULT_TAG_ORDER,
  dateWindow,
  defaultDays,
  type LocalDay,
  mentions,
  parseKeywords,
  parseSearch,
  type TagOrder,
  wallClock,
} from '@cardinal/domain'
import type { CardQuery } from '@cardinal/engine'

/** Which days a person asked for; turned into instants only when a question is asked. */
export interface DateChoice {
  readonly field: DateField
  readonly relation: DateRelation
  readonly first: LocalDay
  /** Counts for `between` only. */
  readonly second: LocalDay
}

/** The filters and the order of a list, in addition to its words. */
export interface Filters {
  readonly cardOrder: CardOrder
  readonly tagOrder: TagOrder
  readonly dates: DateChoice | null
  /** Empty: any; null stands for colourless. */
  readonly colors: readonly (Color | null)[]
  /** Words match tags alone, never texts. */
  readonly onlyTags: boolean
  /** Completed todos are listed too. */
  readonly showsDone: boolean
}

export const DEFAULT_FILTERS: Filters = {
  cardOrder: DEFAULT_CARD_ORDER,
  tagOrder: DEFAULT_TAG_ORDER,
  dates: null,
  colors: [],
  onlyTags: false,
  showsDone: false,
}

/** Returns whether there is nothing to reset: the rule of the orange button (HM-7). */
export function isDefault(filters: Filters, secondText: string): boolean {
  return (
    filters.dates === null &&
    filters.colors.length === 0 &&
    !filters.onlyTags &&
    !filters.showsDone &&
    sameOrder(filters.cardOrder, DEFAULT_CARD_ORDER) &&
    sameOrder(filters.tagOrder, DEFAULT_TAG_ORDER) &&
    secondText.trim() === ''
  )
}

/** Returns the colours chosen after one was clicked: a chosen one goes, another is added. */
export function toggleColor(colors: Filters['colors'], color: Color | null): Filters['colors'] {
  return colors.includes(color) ? colors.filter((other) => other !== color) : [...colors, color]
}

/** What a search on a screen means to the engine, page and parts aside. */
export type CardSearch = Omit<CardQuery, 'offset' | 'limit' | 'parts'>

/** Asks for the counts of a search, and for none of its cards. */
export function countsOf(search: CardSearch): CardQuery {
  return { ...search, offset: 0, limit: 0, parts: 'counts' }
}

export function cardSearch(
  type: CardType | null,
  text: string,
  secondText: string,
  filters: Filters,
): CardSearch {
  const search = parseSearch(text, localCalendar())
  // Who asks for completed todos by name is shown them.
  const asksForDone = mentions(search, (part) => part.kind === 'is' && part.state === 'done')
  return {
    type,
    search,
    second: parseKeywords(secondText),
    onlyTags: filters.onlyTags,
    colors: filters.colors,
    done: filters.showsDone || asksForDone ? null : false,
    dates: filters.dates === null ? null : instantsOf(filters.dates),
    order: filters.cardOrder,
  }
}

/** Returns the days chosen as instants of the device's time zone. */
export function instantsOf(choice: DateChoice): DateWindow {
  return dateWindow(choice.field, choice.relation, choice.first, choice.second, startOfDay)
}

/** Returns the days of the device's time zone, of this moment. */
export function localCalendar(): Calendar {
  const now = new Date()
  return { startOfDay, today: localDay(now), now: wallClock(now) }
}

/** Returns what a date filter starts with when a person turns it to this relation (HM-3). */
export function defaultDateChoice(field: DateField, relation: DateRelation, now: Date): DateChoice {
  const [first, second] = defaultDays(relation, localDay(now), now.getDay())
  return { field, relation, first: normalDay(first), second: normalDay(second) }
}

function localDay(date: Date): LocalDay {
  return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() }
}

/** Returns "2026-03-09", as a date input writes it. */
export function writeDay(day: LocalDay): string {
  const two = (figure: number) => String(figure).padStart(2, '0')
  return `${String(day.year).padStart(4, '0')}-${two(day.month)}-${two(day.day)}`
}

/** Returns what a date input holds, or null while it holds no whole day. */
export function readDay(text: string): LocalDay | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (parts === null) return null
  const day = { year: Number(parts[1]), month: Number(parts[2]), day: Number(parts[3]) }
  return writeDay(normalDay(day)) === text ? day : null
}

/** Returns a day like 0 March as the calendar knows it. */
function normalDay(day: LocalDay): LocalDay {
  return localDay(dateOf(day))
}

function startOfDay(day: LocalDay): number {
  return dateOf(day).getTime()
}

/** Returns a date. `new Date(y, …)` takes the years 0 to 99 for 1900 to 1999; setting them does not. */
function dateOf(day: LocalDay): Date {
  const date = new Date(2000, 0, 1)
  date.setFullYear(day.year, day.month - 1, day.day)
  return date
}

function sameOrder(a: CardOrder | TagOrder, b: CardOrder | TagOrder): boolean {
  return a.by === b.by && a.of === b.of
}
