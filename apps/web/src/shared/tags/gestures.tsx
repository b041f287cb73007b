import type { SearchEdit } from '@cardinal/domain'
import { createContext, type ReactNode, use, useCallback, useMemo } from 'react'
import { useStore } from 'zustand'
import { type Replica, useReplica } from '../../replica/index.ts'
import type { SearchStore } from '../search/search-store.ts'
import { type ChipState, type NamedTag, stateOf, wordIn } from './chip-state.ts'
import type { ChipTag } from './tag-names.ts'

/** What chips do in a place with its own searchbar. */
export interface TagGestures {
  /** The search that the chips change. */
  readonly search: SearchStore
  /** The workspace of the tags. */
  readonly replica: Replica
  edit(edit: SearchEdit, tag: ChipTag): void
}

const GesturesContext = createContext<TagGestures | null>(null)

export function useTagGestures(): TagGestures {
  const gestures = use(GesturesContext)
  if (gestures === null) throw new Error('A TagGesturesProvider is missing above this chip.')
  return gestures
}

/** The state of a tag in this place's search. */
export function useChipState(tag: NamedTag): ChipState {
  return useStore(useTagGestures().search, (state) => stateOf(state.text, tag))
}

/** Connects the chips below to this search. Using a tag counts as a click, from which suggestions learn. */
export function TagGesturesProvider(props: {
  search: SearchStore
  /** Called after “Search only this”. */
  onSearch?: () => void
  /** Whether the chips are in the tag panel of one card. */
  isOfCard?: boolean
  children: ReactNode
}) {
  const { search, onSearch, isOfCard = false, children } = props
  const replica = useReplica()
  const edit = useCallback(
    (kind: SearchEdit, tag: ChipTag) => {
      const { text, edit, editFromCard } = search.getState()
      const write = isOfCard ? editFromCard : edit
      write(kind, wordIn(text, tag))
      if (kind === 'search') onSearch?.()
      if (kind === 'include' || kind === 'search') {
        // Ignored: the tag was deleted meanwhile, but the search succeeded.
        replica
          .mutate({ name: 'addClicks', args: { tagIds: [tag.id], clickedAt: Date.now() } })
          .catch(() => {})
      }
    },
    [search, replica, onSearch, isOfCard],
  )
  const gestures = useMemo<TagGestures>(() => ({ search, replica, edit }), [search, replica, edit])
  return <GesturesContext value={gestures}>{children}</GesturesContext>
}
