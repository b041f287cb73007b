import { allOf } from './normal-form.ts'
import { partsOf, type SearchTree } from './search-tree.ts'

/** Whether `workspace:all` is one of the search's parts. */
export function asksAllWorkspaces(search: SearchTree): boolean {
  return partsOf(search).some(({ kind }) => kind === 'workspace')
}

export function inOneWorkspace(search: SearchTree): SearchTree {
  return allOf(partsOf(search).filter(({ kind }) => kind !== 'workspace'))
}
