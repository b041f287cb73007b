import type { CardType } from '@cardinal/domain'
import type { CardMatches } from '@cardinal/engine'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useAnswer } from '../../replica/index.ts'
import { type CardSearch, cardSearch } from './filters.ts'
import type { SearchStore } from './search-store.ts'

/** The question that a searchbar's text and filters stand for, for one type or (null) all. */
export function useCardSearch(search: SearchStore, type: CardType | null): CardSearch {
  const text = useStore(search, (state) => state.text)
  const secondText = useStore(search, (state) => state.secondText)
  const filters = useStore(search, (state) => state.filters)
  return useMemo(() => cardSearch(type, text, secondText, filters), [type, text, secondText, filters])
}

/** Total, colours and tags of a search, without its cards; they come after the cards. Null asks nothing. */
export function useCounts(search: CardSearch | null): CardMatches | undefined {
  const { answer } = useAnswer(
    'matchCards',
    search === null ? null : { ...search, offset: 0, limit: 0, parts: 'counts' },
    'deferred',
  )
  return answer
}
