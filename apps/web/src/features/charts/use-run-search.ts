import type { CardType } from '@cardinal/domain'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { BaseSearch } from '../../overlays/index.ts'
import { useReplica } from '../../replica/index.ts'
import { DEFAULT_FILTERS, type Filters } from '../../shared/search/filters.ts'
import { writeSearch } from '../../shared/search/search-in-address.ts'
import { largestType } from '../../shared/search/use-card-search.ts'

export interface ChartSearch {
  /** Null: the type with most of these cards. */
  readonly type: CardType | null
  readonly text?: string
  readonly filters?: Partial<Filters>
}

/** Opens the home page with this search. It is one history entry, so Back returns to the chart. */
export function useRunSearch(): (search: ChartSearch) => Promise<void> {
  const navigate = useNavigate()
  const replica = useReplica()
  return useCallback(
    async ({ type, text = '', filters = {} }) => {
      const search = { text, secondText: '', filters: { ...DEFAULT_FILTERS, ...filters } }
      const wanted = type ?? (await largestType(replica, text, search.filters)).type
      await navigate({
        to: '/home',
        search: ((before: BaseSearch) => ({
          ...before,
          primary_opt: wanted === 'link' ? 'hyperlink' : wanted,
          ...writeSearch(search),
          popups_center: undefined,
          popups_top: undefined,
          popups_params: undefined,
        })) as never,
      })
    },
    [navigate, replica],
  )
}
