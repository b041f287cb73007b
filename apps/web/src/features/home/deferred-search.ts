import { useEffect } from 'react'
import { createStore } from 'zustand/vanilla'
import { useReplica } from '../../replica/index.ts'
import { homeSearch } from '../../shared/search/home-screen.ts'
import type { SearchStore } from '../../shared/search/search-store.ts'

/**
 * The home page's search as what stands beside the list goes by it. It follows when the cards that were found
 * are painted: no key waits for what stands beside, and most of what is typed fast is passed over.
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
      await replica.quiet()
      isDue = false
      deferredSearch.setState(homeSearch.getState())
    }
    void follow()
    return homeSearch.subscribe(follow)
  }, [replica])
}
