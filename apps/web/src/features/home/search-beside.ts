import { useEffect } from 'react'
import { createStore } from 'zustand/vanilla'
import { homeSearch } from '../../parts/search/home-screen.ts'
import type { SearchStore } from '../../parts/search/search-store.ts'
import { useReplica } from '../../replica/index.ts'

/**
 * The home page's search as what stands beside the list goes by it. It follows when the cards that were found
 * are painted: no key waits for what stands beside, and most of what is typed fast is passed over.
 */
export const searchBeside: SearchStore = createStore(() => homeSearch.getState())

/** Lets it follow while the home page shows. */
export function useSearchBeside(): void {
  const replica = useReplica()
  useEffect(() => {
    let isDue = false
    const follow = async () => {
      if (isDue) return
      isDue = true
      await replica.quiet()
      isDue = false
      searchBeside.setState(homeSearch.getState())
    }
    void follow()
    return homeSearch.subscribe(follow)
  }, [replica])
}
