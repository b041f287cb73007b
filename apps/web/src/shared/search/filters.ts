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
  editSearchText,
  type LocalDay,
  labelOfPart,
  looksLikeNote,
  mentions,
  parseKeywords,
  parseSearch,
  partsOf,
  type SearchTree,
  type TagOrder,
  wallClock,
} from '@cardinal/domain'
import type { CardQuery } from '@cardinal/engine'
import { serverNow } from '../../replica/server-now.ts'

/** Chosen days. They become instants when the search is run. */
export interface DateChoice {
  readonly field: DateField
  readonly relation: DateRelation
  readonly first: LocalDay
  /** Used only for `between`. */
  readonly second: LocalDay
}

/** The filters and the order of a list, besides its words. */
export interface Filters {
  readonly cardOrder: CardOrder
  /** Whether searches for words are ordered by "Best match". Other searches have `cardOrder`. */
  readonly isBestFirst: boolean
  readonly tagOrder: TagOrder
  readonly dates: DateChoice | null
  /** Empty: any colour. The element null: cards without a colour. */
  readonly colors: readonly (Color | null)[]
  /** Whether words match only tags, never texts. */
  readonly onlyTags: boolean
  /** Whether completed todos are listed. */
  readonly showsDone: boolean
  /** Whether All lists what rules hide from it. */
  readonly showsHidden: boolean
}

export const DEFAULT_FILTERS: Filters = {
  cardOrder: DEFAULT_CARD_ORDER,
  isBestFirst: false,
  tagOrder: DEFAULT_TAG_ORDER,
  dates: null,
  colors: [],
  onlyTags: false,
  showsDone: false,
  showsHidden: false,
}

/**
 * Whether there is nothing to reset, so that the orange button is hidden (HM-7). With `search`, its conditions
 * written by Filter count, too, and "Best match" counts only for words.
 */
export function isDefault(filters: Filters, secondText: string, search?: SearchTree): boolean {
  return (
    !(search && partsOf(search).some(isChoice)) &&
    filters.dates === null &&
    filters.colors.length === 0 &&
    !filters.onlyTags &&
    !filters.showsDone &&
    !filters.showsHidden &&
    !(filters.isBestFirst && (!search || hasWords(search))) &&
    sameOrder(filters.cardOrder, DEFAULT_CARD_ORDER) &&
    sameOrder(filters.tagOrder, DEFAULT_TAG_ORDER) &&
    secondText.trim() === ''
  )
}

/** Kinds of conditions that Filter writes into the bar, besides due dates. */
const CHOICES = 'color time is has tags type'

/** Whether Filter could have written this part of a search. Alternatives are a choice if all of them are. */
export function isChoice(part: SearchTree): boolean {
  return part.kind === 'any' ? part.parts.every(isChoice) : CHOICES.includes(part.kind) || isOfDue(part)
}

/** Whether this part of a search asks for a due date, or for none. */
export function isOfDue(part: SearchTree): boolean {
  return part.kind === 'not' ? isOfDue(part.part) : part.kind === 'due' || part.kind === 'overdue'
}

/** The text of a search without the parts that pass the test. The rest keeps its spelling. */
export function withoutParts(text: string, isIt: (part: SearchTree) => boolean): string {
  return partsOf(parseSearch(text, localCalendar()))
    .filter(isIt)
    .reduce((rest, part) => editSearchText(rest, 'remove', labelOfPart(part)), text)
}

export const BEST_MATCH: CardOrder = { by: 'best', of: 'match' }

/** Whether a search can be ordered by best match: all found cards must contain words or quoted texts. */
export function hasWords(search: SearchTree): boolean {
  return partsOf(search).some(({ kind }) => kind === 'words' || kind === 'text')
}

/** The changed filters after an order is chosen. The order before "Best match" stays for searches without words. */
export function chosenOrder(order: CardOrder): Partial<Filters> {
  return order.by === 'best' ? { isBestFirst: true } : { cardOrder: order, isBestFirst: false }
}

/** The order in which a search is shown. */
export function orderOf({ isBestFirst, cardOrder }: Filters, search: SearchTree): CardOrder {
  return isBestFirst && hasWords(search) ? BEST_MATCH : cardOrder
}

export function orderShown({ text, filters }: { text: string; filters: Filters }): CardOrder {
  return filters.isBestFirst ? orderOf(filters, parseSearch(text, localCalendar())) : filters.cardOrder
}

/** The chosen colours after a click on one, which toggles it. */
export function toggleColor(colors: Filters['colors'], color: Color | null): Filters['colors'] {
  return colors.includes(color) ? colors.filter((other) => other !== color) : [...colors, color]
}

/** The query of a screen's search, without page and parts. */
export type CardSearch = Omit<CardQuery, 'offset' | 'limit' | 'parts'>

/** The query for the counts of a search, without cards. */
export function countsOf(search: CardSearch): CardQuery {
  return { ...search, offset: 0, limit: 0, parts: 'counts' }
}

export function cardSearch(
  type: CardType | null,
  text: string,
  secondText: string,
  filters: Filters,
): CardSearch {
  const search = searchOf(text)
  // A search that mentions completed todos shows them.
  const asksForDone = mentions(
    search,
    (part) => part.kind === 'completed' || (part.kind === 'is' && part.state === 'done'),
  )
  return {
    type,
    search,
    second: parseKeywords(secondText),
    onlyTags: filters.onlyTags,
    colors: filters.colors,
    done: filters.showsDone || asksForDone ? null : false,
    dates: filters.dates === null ? null : instantsOf(filters.dates),
    order: orderOf(filters, search),
  }
}

/** The search in a text of the bar. In a text that looks like a note, bars and quotes have no meaning. */
function searchOf(text: string): SearchTree {
  if (!looksLikeNote(text)) return parseSearch(text, localCalendar())
  return { kind: 'text', text: text.trim() }
}

/** The instants of the chosen days, in the device's time zone. */
export function instantsOf(choice: DateChoice): DateWindow {
  return dateWindow(choice.field, choice.relation, choice.first, choice.second, startOfDay)
}

/** The present day and time, in the device's time zone. */
export function localCalendar(): Calendar {
  const now = new Date()
  const momentsToday = localDay(new Date(serverNow()))
  return { startOfDay, today: localDay(now), momentsToday, now: wallClock(now) }
}

/** Default days of a relation (HM-3). */
export function defaultDateChoice(field: DateField, relation: DateRelation, now: Date): DateChoice {
  const [first, second] = defaultDays(relation, localDay(now), now.getDay())
  return { field, relation, first: normalDay(first), second: normalDay(second) }
}

export function localDay(date: Date): LocalDay {
  return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() }
}

/** A day as in "2026-03-09", the format of a date input. */
export function writeDay(day: LocalDay): string {
  const two = (figure: number) => String(figure).padStart(2, '0')
  return `${String(day.year).padStart(4, '0')}-${two(day.month)}-${two(day.day)}`
}

/** Parses the value of a date input. Null: incomplete. */
export function readDay(text: string): LocalDay | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (parts === null) return null
  const day = { year: Number(parts[1]), month: Number(parts[2]), day: Number(parts[3]) }
  return writeDay(normalDay(day)) === text ? day : null
}

/** Normalises days such as 0 March. */
function normalDay(day: LocalDay): LocalDay {
  return localDay(dateOf(day))
}

function startOfDay(day: LocalDay): number {
  return dateOf(day).getTime()
}

/** `new Date(y, …)` treats years 0 to 99 as 1900 to 1999; setting the year does not. */
function dateOf(day: LocalDay): Date {
  const date = new Date(2000, 0, 1)
  date.setFullYear(day.year, day.month - 1, day.day)
  return date
}

function sameOrder(a: CardOrder | TagOrder, b: CardOrder | TagOrder): boolean {
  return a.by === b.by && a.of === b.of
}
