import { CARD_TYPES, type CardType } from '@cardinal/domain'
import type { CardMatches } from '@cardinal/engine'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { type Replica, useAnswer } from '../../replica/index.ts'
import { type CardSearch, cardSearch, countsOf, type Filters } from './filters.ts'
import type { SearchStore } from './search-store.ts'
import { useNow } from './use-now.ts'

/** Builds the question of a searchbar's text and filters. Type null: all types. */
export function useCardSearch(search: SearchStore, type: CardType | null): CardSearch {
  const text = useStore(search, (state) => state.text)
  const secondText = useStore(search, (state) => state.secondText)
  const filters = useStore(search, (state) => state.filters)
  const now = useNow()
  // Conditions relative to now, such as `is:overdue` and `created:today`, are evaluated again each minute.
  const moment = /overdue|today|yesterday|tomorrow|last|next|week|this/i.test(text) ? now : 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment is read from the clock.
  return useMemo(() => cardSearch(type, text, secondText, filters), [type, text, secondText, filters, moment])
}

/** Total, colours and tags of a search, asked after the cards. Null asks nothing. */
export function useCounts(search: CardSearch | null): CardMatches | undefined {
  const { answer } = useAnswer('matchCards', search === null ? null : countsOf(search), 'deferred')
  return answer
}

/** Number of results by type, and the type with most; the list shows one type at a time. */
export async function largestType(
  replica: Replica,
  text: string,
  filters: Filters,
): Promise<{ type: CardType; totals: Readonly<Record<CardType, number>> }> {
  const found = await Promise.all(
    CARD_TYPES.map(async (type) => {
      const query = countsOf(cardSearch(type, text, '', filters))
      return { type, total: (await replica.ask('matchCards', query)).total }
    }),
  )
  const { type } = found.reduce((best, each) => (each.total > best.total ? each : best))
  const totals = Object.fromEntries(found.map((each) => [each.type, each.total])) as Record<CardType, number>
  return { type, totals }
}
