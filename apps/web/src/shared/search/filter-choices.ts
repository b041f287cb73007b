import { allOf, type Color, parseSearch, partsOf, printSearch, type SearchTree } from '@cardinal/domain'
import type { ColorCount } from '@cardinal/engine'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import {
  type CardSearch,
  type DateChoice,
  type Filters,
  localCalendar,
  localDay,
  withoutParts,
} from './filters.ts'
import { printColors, printDates } from './saved-searches.ts'
import type { SearchStore } from './search-store.ts'
import { useCounts } from './use-card-search.ts'

/** The choices that Filter shows: from the text of the search, and from filters that an address or a chart set. */
interface FilterChoices {
  readonly dates: DateChoice | null
  readonly colors: Filters['colors']
  /** Whether the text is a card being written, not a search. */
  readonly isCard: boolean
  chooseDates(dates: DateChoice | null): void
  chooseColors(colors: Filters['colors']): void
  /**
   * Adds conditions, such as `is:open`, or removes them. They replace chosen ones of `oneOf`, and the parts that
   * pass the test.
   */
  toggle(condition: string, oneOf?: readonly string[], replaces?: (part: SearchTree) => boolean): void
  isChosen(condition: string): boolean
}

/**
 * The choices of Filter, which it writes into the text of the bar. A text of several lines is a card, and isn't
 * changed.
 */
export function useFilterChoices(store: SearchStore): FilterChoices {
  const text = useStore(store, (state) => state.text)
  const filters = useStore(store, (state) => state.filters)
  return useMemo(() => {
    const search = parseSearch(text, localCalendar())
    const write = (written: string, replaced: (part: SearchTree) => boolean) => {
      const { type, rest } = store.getState()
      type(withCondition(withoutParts(text, replaced), written))
      rest()
    }
    const isCard = /[\r\n]/.test(text)
    const { filter } = store.getState()
    const present = new Set(partsOf(search).map(printSearch))
    const isChosen = (condition: string) => printed(condition).every((part) => present.has(part))
    return {
      isCard,
      ...choicesIn(search, filters),
      chooseDates: (dates) => {
        filter({ dates: isCard ? dates : null })
        if (!isCard) write(dates === null ? '' : printDates(dates), isTime)
      },
      chooseColors: (colors) => {
        filter({ colors: isCard ? colors : [] })
        if (!isCard) write(printColors(colors), isOfColors)
      },
      toggle: (condition, oneOf = [], replaces = () => false) => {
        const own = printed(condition)
        const left = new Set([...own, ...oneOf.filter(isChosen).flatMap(printed)])
        if (isChosen(condition)) write('', (part) => own.includes(printSearch(part)))
        else write(condition, (part) => replaces(part) || left.has(printSearch(part)))
      },
      isChosen,
    }
  }, [store, text, filters])
}

/** The dates and colours of a search, beginning with those of its filters. */
export function choicesIn(
  search: SearchTree,
  filters: Pick<Filters, 'dates' | 'colors'>,
): Pick<Filters, 'dates' | 'colors'> {
  const time = partsOf(search).find(isTime)
  const colors = partsOf(search).find(isOfColors)
  return {
    dates: filters.dates ?? (time?.kind === 'time' ? choiceOf(time) : null),
    colors: filters.colors.length > 0 ? filters.colors : colors === undefined ? [] : colorsOf(colors),
  }
}

const NO_COLORS: readonly ColorCount[] = []

/** Counts cards per colour, as if no colour were chosen. A chosen colour without a card is included. */
export function useColorCounts(asked: CardSearch, chosen: Filters['colors']): readonly ColorCount[] {
  const search = useMemo(
    () => ({ ...asked, search: allOf(partsOf(asked.search).filter((part) => !isOfColors(part))) }),
    [asked],
  )
  const counts = useCounts(search)?.colorCounts ?? NO_COLORS
  const missing = chosen.filter((color) => !counts.some((each) => each.color === color))
  return [...counts, ...missing.map((color) => ({ color, count: 0 }))]
}

function isOfColors(part: SearchTree): boolean {
  return part.kind === 'color' || (part.kind === 'any' && part.parts.every(({ kind }) => kind === 'color'))
}

/** The text with another condition and a comma, so that the next word begins a new part. */
function withCondition(text: string, condition: string): string {
  if (condition === '') return text
  const end = text.trimEnd()
  const before = /[,，]$/.test(end) ? end.slice(0, -1) : end
  return `${before === '' ? '' : `${before}, `}${condition}, `
}

function colorsOf(part: SearchTree): (Color | null)[] {
  if (part.kind === 'any') return part.parts.flatMap(colorsOf)
  return part.kind === 'color' ? [part.color] : []
}

/** The parts of a condition, as canonical texts. */
function printed(condition: string): readonly string[] {
  return partsOf(parseSearch(condition, localCalendar())).map(printSearch)
}

type Time = Extract<SearchTree, { kind: 'time' }>

function isTime(part: SearchTree): boolean {
  return part.kind === 'time'
}

function choiceOf({ field, days, start, end }: Time): DateChoice | null {
  const first = start === null ? null : localDay(new Date(start))
  const last = end === null ? null : localDay(new Date(end - 1))
  if (first === null) return last && { field, relation: 'before', first: last, second: last }
  if (last === null) return { field, relation: 'after', first, second: first }
  // `2026-03-09..2026-03-09` is still a range, although it is one day.
  const isOneDay = !days.includes('..') && JSON.stringify(first) === JSON.stringify(last)
  return { field, relation: isOneDay ? 'on' : 'between', first, second: last }
}
