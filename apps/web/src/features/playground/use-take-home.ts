import type { CardType } from '@cardinal/domain'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { BaseSearch } from '../../overlays/index.ts'
import { homeSearch } from '../../parts/search/home-screen.ts'
import type { SearchStore } from '../../parts/search/search-store.ts'

/** Puts a playground's search onto the home page: the one way in which it ever touches it. */
export function useTakeHome(): (subject: CardType | 'tag', search: SearchStore) => void {
  const navigate = useNavigate()
  return useCallback(
    (subject, search) => {
      const { text, filters } = search.getState()
      const home = homeSearch.getState()
      home.resetFilters()
      home.filter(filters)
      home.put(text)
      void navigate({
        to: '/home',
        search: ((before: BaseSearch) => ({
          ...before,
          primary_opt: subject === 'link' ? 'hyperlink' : subject,
          popups_center: undefined,
          popups_top: undefined,
          popups_params: undefined,
        })) as never,
      })
    },
    [navigate],
  )
}
