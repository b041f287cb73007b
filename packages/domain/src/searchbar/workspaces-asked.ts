import { allOf } from './normal-form.ts'
import { partsOf, type SearchTree } from './search-tree.ts'

/** Returns whether a search looks through all workspaces: `workspace:all` is one of its parts. */
export function asksAllWorkspaces(search: SearchTree): boolean {
  return partsOf(search).some(({ kind }) => kind === 'workspace')
}

/** Returns the same search for one workspace. */
export function inOneWorkspace(search: SearchTree): SearchTree {
  return allOf(partsOf(search).filter(({ kind }) => kind !== 'workspace'))
}
