import { useEffect } from 'react'
import { createStore } from 'zustand/vanilla'
import { useReplica } from '../../replica/index.ts'
import type { SearchStore } from '../../shared/search/search-store.ts'
import { homeSearch } from './home-screen.ts'

/**
 * The home page's search for everything but the list, such as counts and suggestions. It follows when the cards that
 * were found are painted: no key waits for the rest, and texts between two fast keys are skipped.
 */
export const deferredSearch: SearchStore = createStore(() => homeSearch.getState())

/** Lets it follow while the home page shows. */
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
