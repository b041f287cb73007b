import type { Id } from './id.ts'

/** All saved searches of a person. */
export interface SavedSearches {
  /** Oldest first. */
  readonly savedSearches: readonly string[]
  /** The searches of a workspace by its id, oldest first. Searches that are in none belong to every workspace. */
  readonly searchesByWorkspace: Readonly<Record<Id, readonly string[]>>
}

/** Returns the saved searches of a workspace, oldest first. Null: only the searches of every workspace. */
export function searchesIn(all: SavedSearches, workspaceId: Id | null): readonly string[] {
  const { savedSearches, searchesByWorkspace } = all
  const owned = new Set(Object.values(searchesByWorkspace).flat())
  const shared = savedSearches.filter((search) => !owned.has(search))
  const own = workspaceId === null ? [] : (searchesByWorkspace[workspaceId] ?? [])
  return own.length === 0 ? shared : [...shared, ...own.filter((search) => savedSearches.includes(search))]
}
