import { CARD_TYPES, type CardType, hiddenBy, type SearchTree } from '@cardinal/domain'
import type { CardMatches } from '@cardinal/engine'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { type Replica, useAccount, useAnswer, useReplica } from '../../replica/index.ts'
import { type CardSearch, cardSearch, countsOf, type Filters } from './filters.ts'
import type { SearchStore } from './search-store.ts'
import { useNow } from './use-now.ts'

/** The query of a searchbar's text and filters. Type null: all types. */
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

/** The query of a list by kind. On All it excludes what rules hide. */
export function useListSearch(search: SearchStore, type: CardType | null): CardSearch {
  const asked = useCardSearch(search, type)
  const hidden = useHiddenFromAll()
  const isAll = useStore(search, ({ filters }) => type === null && !filters.showsHidden)
  return useMemo(() => (isAll && hidden.length > 0 ? { ...asked, hidden } : asked), [asked, hidden, isAll])
}

/** Searches of the rules that hide cards from All in the open workspace. */
export function useHiddenFromAll(): readonly SearchTree[] {
  const { workspaces } = useAccount()
  const { workspaceId } = useReplica()
  return hiddenBy(workspaces.find(({ id }) => id === workspaceId)?.rules)
}

/** Total, colours and tags of a search, loaded after its cards. Null: nothing is loaded. */
export function useCounts(search: CardSearch | null): CardMatches | undefined {
  const { answer } = useAnswer('matchCards', search === null ? null : countsOf(search), 'deferred')
  return answer
}

/** The number of results by type, and the type with most. */
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
