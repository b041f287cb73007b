import { parseSearch, withoutLastWord } from '@cardinal/domain'
import type { Suggestion } from '@cardinal/engine'
import { useStore } from 'zustand'
import { useAccount, useAnswer } from '../../replica/index.ts'
import { type CardSearch, countsOf, localCalendar } from '../search/filters.ts'
import type { SearchStore } from '../search/search-store.ts'
import { useNow } from '../search/use-now.ts'

const NONE: readonly Suggestion[] = []

/** Returns which tags would narrow this search well, while somebody types it. Null asks nothing. */
export function useNarrowing(
  search: SearchStore,
  query: CardSearch | null,
  limit = 6,
): readonly Suggestion[] {
  const text = useStore(search, (state) => state.text)
  const { settings } = useAccount()
  const now = useNow()
  const hasLines = text.includes('\n')
  const { answer } = useAnswer(
    'suggestNarrowing',
    query === null || hasLines
      ? null
      : {
          query: countsOf(query),
          text,
          finished: parseSearch(withoutLastWord(text), localCalendar()),
          savedSearches: settings.savedSearches,
          now,
          limit,
        },
    'deferred',
  )
  return query === null || hasLines ? NONE : (answer ?? NONE)
}
