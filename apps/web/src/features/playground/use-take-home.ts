import type { CardType } from '@cardinal/domain'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useStore } from 'zustand'
import type { BaseSearch } from '../../overlays/index.ts'
import { isDefault } from '../../shared/search/filters.ts'
import { useHomeScreen } from '../../shared/search/home-screen.tsx'
import { writeSearch } from '../../shared/search/search-in-address.ts'
import type { SearchStore } from '../../shared/search/search-store.ts'

/** Copies a playground's search to the home page. */
export function useTakeHome(): (subject: CardType | 'tag', search: SearchStore) => void {
  const { search: homeSearch } = useHomeScreen()
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
          ...writeSearch(homeSearch.getState()),
          popups_center: undefined,
          popups_top: undefined,
          popups_params: undefined,
        })) as never,
      })
    },
    [navigate, homeSearch],
  )
}

/** Whether a playground's search isn't empty, so that it can be copied to home. */
export function useIsAsking(search: SearchStore): boolean {
  return useStore(search, (state) => state.text.trim() !== '' || !isDefault(state.filters, ''))
}
