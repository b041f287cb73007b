import {
  type CardOrder,
  COLORS,
  type Color,
  cardOrder,
  DEFAULT_CARD_ORDER,
  DEFAULT_TAG_ORDER,
  tagOrder,
} from '@cardinal/domain'
import { type BaseSearch, readBaseSearch } from '../../overlays/index.ts'
import { BEST_MATCH, type DateChoice, DEFAULT_FILTERS, type Filters, readDay, writeDay } from './filters.ts'

/** A search's parameters in the address of /home. Defaults are omitted. */
export type SearchParams = Pick<
  BaseSearch,
  'search' | 'second_search' | 'only_tags' | 'done' | 'hidden' | 'colors' | 'dates' | 'sort' | 'sort_tags'
>

/** A search as the screen stores it. */
export interface WholeSearch {
  readonly text: string
  readonly secondText: string
  readonly filters: Filters
}

/** Parameters that remove the search from the address. */
export const NO_SEARCH = {
  search: undefined,
  second_search: undefined,
  only_tags: undefined,
  done: undefined,
  hidden: undefined,
  colors: undefined,
  dates: undefined,
  sort: undefined,
  sort_tags: undefined,
} as const satisfies { [Name in keyof Required<SearchParams>]: undefined }

/** Characters of an address that every server and proxy accepts. */
const LONGEST_ADDRESS = 500

/** Whether a text is a search. A long or multi-line text is a card being written, and isn't in the address. */
export function isSearch(text: string): boolean {
  return text !== '' && text.length <= LONGEST_ADDRESS && !/[\r\n]/.test(text)
}

export function writeSearch({ text, secondText, filters }: WholeSearch): SearchParams {
  const {
    cardOrder: cards,
    isBestFirst,
    tagOrder: tags,
    dates,
    colors,
    onlyTags,
    showsDone,
    showsHidden,
  } = filters
  return {
    ...NO_SEARCH,
    ...(isSearch(text) && { search: text }),
    ...(isSearch(secondText) && { second_search: secondText }),
    ...(onlyTags && { only_tags: true }),
    ...(showsDone && { done: true }),
    ...(showsHidden && { hidden: true }),
    ...(colors.length > 0 && { colors: inOrder(colors).map((color) => color ?? COLORLESS) }),
    ...(dates !== null && { dates: writeDates(dates) }),
    sort: writeOrder(cards, isBestFirst),
    ...(pair(tags) !== pair(DEFAULT_TAG_ORDER) && { sort_tags: pair(tags) }),
  }
}

/** Reads the search of an address. Invalid parts count as absent. */
export function readSearch(address: object): WholeSearch {
  const { search, second_search, only_tags, done, hidden, colors, dates, sort, sort_tags } =
    readBaseSearch(address)
  return {
    text: search ?? '',
    secondText: second_search ?? '',
    filters: {
      cardOrder: readPair(sort?.replace(BEST, ''), cardOrder) ?? DEFAULT_FILTERS.cardOrder,
      isBestFirst: BEST.test(sort ?? ''),
      tagOrder: readPair(sort_tags, tagOrder) ?? DEFAULT_FILTERS.tagOrder,
      dates: dates === undefined ? null : readDates(dates),
      colors: readColors(colors ?? []),
      onlyTags: only_tags === true,
      showsDone: done === true,
      showsHidden: hidden === true,
    },
  }
}

/** A string that is equal for addresses with the same search. */
export function searchKey(address: object): string {
  return JSON.stringify(writeSearch(readSearch(address)))
}

const COLORLESS = 'none'

function readColors(names: readonly string[]): readonly (Color | null)[] {
  return [...COLORS, null].filter((color) => names.includes(color ?? COLORLESS))
}

function inOrder(colors: readonly (Color | null)[]): readonly (Color | null)[] {
  return [...COLORS, null].filter((color) => colors.includes(color))
}

/** Matches a leading "best match". The order for searches without words follows. */
const BEST = /^best,match(?:,|$)/

/** Undefined: the default. */
function writeOrder(order: CardOrder, isBestFirst: boolean): string | undefined {
  const isUsual = pair(order) === pair(DEFAULT_CARD_ORDER)
  return [isBestFirst && pair(BEST_MATCH), !isUsual && pair(order)].filter(Boolean).join() || undefined
}

function pair({ by, of }: { by: string; of: string }): string {
  return `${by},${of}`
}

function readPair<Order>(text: string | undefined, order: (by: string, of: string) => Order | null) {
  const [by = '', of = ''] = text?.split(',') ?? []
  return order(by, of)
}

/** Such as "created,between,2026-03-01,2026-03-09"; the second day only for "between". */
function writeDates({ field, relation, first, second }: DateChoice): string {
  const days = relation === 'between' ? [first, second] : [first]
  return [field, relation, ...days.map(writeDay)].join()
}

function readDates(text: string): DateChoice | null {
  const [field, relation, start = '', end] = text.split(',')
  const first = readDay(start)
  const second = end === undefined ? first : readDay(end)
  if (field !== 'created' && field !== 'updated') return null
  if (relation !== 'after' && relation !== 'before' && relation !== 'between' && relation !== 'on')
    return null
  return first === null || second === null ? null : { field, relation, first, second }
}
