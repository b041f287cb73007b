import type { CardType, Id } from '@cardinal/domain'
import { createSearchStore, type SearchStore } from '../../shared/search/search-store.ts'

const stores = new Map<string, SearchStore>()

/**
 * The search of a playground, one per workspace and separate from the home page's. It lives as long as the page,
 * so that a reopened sheet looks as before.
 */
export function playgroundSearch(workspaceId: Id, subject: CardType | 'tag'): SearchStore {
  const key = `${workspaceId}:${subject}`
  const known = stores.get(key)
  if (known) return known
  const made = createSearchStore()
  stores.set(key, made)
  return made
}
