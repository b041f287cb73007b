import { fold, type SearchEdit, searchWords } from '@cardinal/domain'
import { createContext, type ReactNode, use, useCallback, useMemo } from 'react'
import { useStore } from 'zustand'
import { useMutate } from '../../replica/index.ts'
import type { SearchStore } from '../search/search-store.ts'
import type { ChipTag } from './tag-chip.tsx'

/** How a tag stands in the search of the place where its chip is. */
export type ChipState = 'included' | 'excluded' | 'none'

/** What chips do here. One value for each place with a searchbar of its own. */
export interface TagGestures {
  useStateOf(name: string): ChipState
  edit(edit: SearchEdit, tag: ChipTag): void
}

const GesturesContext = createContext<TagGestures | null>(null)

export function useTagGestures(): TagGestures {
  const gestures = use(GesturesContext)
  if (gestures === null) throw new Error('A TagGesturesProvider is missing above this chip.')
  return gestures
}

/** Lets every chip below work on this search. Using a tag counts as a click on it: usage is what suggests. */
export function TagGesturesProvider({ search, children }: { search: SearchStore; children: ReactNode }) {
  const mutate = useMutate()
  const edit = useCallback(
    (kind: SearchEdit, tag: ChipTag) => {
      search.getState().edit(kind, tag.name)
      if (kind === 'include' || kind === 'search') {
        // A tag that was deleted meanwhile has nothing to count; the search itself went well.
        mutate({ name: 'addClicks', args: { tagIds: [tag.id], clickedAt: Date.now() } }).catch(() => {})
      }
    },
    [search, mutate],
  )
  const gestures = useMemo<TagGestures>(
    () => ({
      useStateOf: (name) => useStore(search, (state) => stateOf(state.text, name)),
      edit,
    }),
    [search, edit],
  )
  return <GesturesContext value={gestures}>{children}</GesturesContext>
}

/** Whether a search text asks for a tag, leaves it out, or doesn't speak of it. */
export function stateOf(text: string, tagName: string): ChipState {
  const folded = fold(tagName)
  const word = searchWords(text).find((other) => fold(other.text) === folded)
  if (word === undefined) return 'none'
  return word.isExcluded ? 'excluded' : 'included'
}
