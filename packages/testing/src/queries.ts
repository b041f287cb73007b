import { parseSearch, withoutLastWord } from '@cardinal/domain'
import { ALL_CARDS, type CardQuery, type NarrowQuery } from '@cardinal/engine'

/** A query with default values, except `changed`. */
export function queryFor(text: string, changed: Partial<CardQuery> = {}): CardQuery {
  return { ...ALL_CARDS, search: parseSearch(text), offset: 0, limit: 25, parts: 'all', ...changed }
}

/** A query for narrowing suggestions with default values, except `changed`. */
export function narrowQueryFor(text: string, changed: Partial<NarrowQuery> = {}): NarrowQuery {
  const finished = parseSearch(withoutLastWord(text))
  return { query: queryFor(text), text, finished, savedSearches: [], now: 0, limit: 5, ...changed }
}
