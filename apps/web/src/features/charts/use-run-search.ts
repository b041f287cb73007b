import type { CardType } from '@cardinal/domain'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { BaseSearch } from '../../overlays/index.ts'
import { writeSearch } from '../../parts/address/search-in-address.ts'
import { DEFAULT_FILTERS, type Filters } from '../../parts/search/filters.ts'
import { homeSearch } from '../../parts/search/home-screen.ts'
import { largestType } from '../../parts/search/largest-type.ts'
import { useReplica } from '../../replica/index.ts'

export interface ChartSearch {
  /** Null: the type that has most of these cards. */
  readonly type: CardType | null
  readonly text?: string
  readonly filters?: Partial<Filters>
}

/** Puts a search onto the home page and goes there; Back returns to the picture. */
export function useRunSearch(): (search: ChartSearch) => Promise<void> {
  const navigate = useNavigate()
  const replica = useReplica()
  return useCallback(
    async ({ type, text = '', filters = {} }) => {
      const wanted = type ?? (await largestType(replica, text, { ...DEFAULT_FILTERS, ...filters })).type
      const home = homeSearch.getState()
      home.resetFilters()
      home.filter(filters)
      home.put(text)
      await navigate({
        to: '/home',
        search: ((before: BaseSearch) => ({
          ...before,
          primary_opt: wanted === 'link' ? 'hyperlink' : wanted,
          ...writeSearch(homeSearch.getState()),
          popups_center: undefined,
          popups_top: undefined,
          popups_params: undefined,
        })) as never,
      })
    },
    [navigate, replica],
  )
}
