import type { CardType, Id } from '@cardinal/domain'
import { createSearchStore, type SearchStore } from '../../shared/search/search-store.ts'

const stores = new Map<string, SearchStore>()

/**
 * The search of a playground: its own, never the home page's, and kept while the page lives, so that a
 * sheet that is pulled down again is as it was left. Each workspace has its own.
 */
export function playgroundSearch(workspaceId: Id, subject: CardType | 'tag'): SearchStore {
  const key = `${workspaceId}:${subject}`
  const known = stores.get(key)
  if (known) return known
  const made = createSearchStore()
  stores.set(key, made)
  return made
}
