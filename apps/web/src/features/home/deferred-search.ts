import { useEffect } from 'react'
import { createStore } from 'zustand/vanilla'
import { useReplica } from '../../replica/index.ts'
import type { SearchStore } from '../../shared/search/search-store.ts'
import { homeSearch } from './home-screen.ts'

/**
 * A delayed copy of the home page's search, for everything but the list, such as counts and suggestions. It is
 * updated once the found cards are painted, so that they are never delayed. Texts between two fast keys are
 * skipped.
 */
export const deferredSearch: SearchStore = createStore(() => homeSearch.getState())

/** Updates `deferredSearch` while the home page is mounted. */
export function useDeferredSearch(): void {
  const replica = useReplica()
  useEffect(() => {
    let isDue = false
    const follow = async () => {
      if (isDue) return
      isDue = true
      await replica.idle()
      isDue = false
      deferredSearch.setState(homeSearch.getState())
    }
    void follow()
    return homeSearch.subscribe(follow)
  }, [replica])
}
