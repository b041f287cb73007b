import { DEFAULT_CARD_ORDER, NOTHING_ASKED } from '@cardinal/domain'
import type { CardQuery } from './questions.ts'

/** A query for every card in the default order. Callers spread it and set what they need. */
export const ALL_CARDS: Omit<CardQuery, 'offset' | 'limit' | 'parts'> = {
  type: null,
  search: NOTHING_ASKED,
  second: NOTHING_ASKED,
  onlyTags: false,
  colors: [],
  dates: null,
  done: null,
  order: DEFAULT_CARD_ORDER,
}
