import type { CardType, Color } from '@cardinal/domain'
import { cardSearch } from './filters.ts'
import type { SearchState } from './search-store.ts'

/** A screen's search in the format of the calls, without an order. */
interface WireSearch {
  readonly search: string
  readonly second_search: string
  readonly only_tags: boolean
  readonly done: 'open' | 'all'
  readonly colors: readonly (Color | null)[]
  readonly type?: 'todo' | 'note' | 'hyperlink'
  readonly statOption_1_forDates?: 'created' | 'updated'
  readonly date_start?: string
  readonly date_end?: string
}

/** Type null: all types. */
export function wireSearch(
  type: CardType | null,
  { text, secondText, filters }: Pick<SearchState, 'text' | 'secondText' | 'filters'>,
): WireSearch {
  const { dates, done } = cardSearch(type, text, secondText, filters)
  return {
    search: text,
    second_search: secondText,
    only_tags: filters.onlyTags,
    done: done === false ? 'open' : 'all',
    colors: filters.colors,
    ...(type !== null && { type: type === 'link' ? ('hyperlink' as const) : type }),
    ...(dates !== null && { statOption_1_forDates: dates.field }),
    ...(dates?.start != null && { date_start: new Date(dates.start).toISOString() }),
    ...(dates?.end != null && { date_end: new Date(dates.end).toISOString() }),
  }
}
