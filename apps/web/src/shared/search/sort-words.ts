import type { CardOrder, SortBy, SortOf, TagOrder } from '@cardinal/domain'

export const SORT_BY_WORDS: Readonly<Record<SortBy, string>> = {
  recently: 'Recently',
  oldest: 'Oldest',
  most: 'Most',
  least: 'Least',
  alphabetically: 'Alphabetically',
  soonest: 'Soonest',
  'by-hand': 'By hand',
  best: 'Best match',
}
export const SORT_OF_WORDS: Readonly<Record<SortOf, string>> = {
  added: 'Created',
  updated: 'Updated',
  tagged: 'Tagged',
  searched: 'Searched',
  asc: 'Ascending',
  desc: 'Descending',
  due: 'Due',
  placed: 'Placed',
  match: 'Words',
}

/** Returns the name of an order for its button. */
export function sortWords({ by, of }: CardOrder | TagOrder): string {
  return by === 'by-hand' || by === 'best'
    ? SORT_BY_WORDS[by]
    : `${SORT_BY_WORDS[by]} ${SORT_OF_WORDS[of].toLowerCase()}`
}

export interface Choosing<Order> {
  readonly order: Order
  readonly onChange: (order: Order) => void
}

/** The choice between sections by day and an order. */
export interface ByDay {
  readonly isOn: boolean
  readonly choose: () => void
}

export interface ChoosingCards extends Choosing<CardOrder> {
  readonly byDay?: ByDay | undefined
  /** Whether "Best match" is offered. */
  readonly hasWords: boolean
}
