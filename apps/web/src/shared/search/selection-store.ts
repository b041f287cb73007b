import type { Id } from '@cardinal/domain'
import { createStore, type StoreApi } from 'zustand/vanilla'

export type SelectionKind = 'cards' | 'tags' | 'groups'

/** The ticked items of a screen. Sets are replaced, never mutated, so that selectors notice changes. */
export interface SelectionState {
  readonly cards: ReadonlySet<Id>
  readonly tags: ReadonlySet<Id>
  readonly groups: ReadonlySet<Id>
  /** Where the range of a Shift-click starts. */
  readonly anchor: Id | null
  toggle(kind: SelectionKind, id: Id): void
  /** Ticks from the anchor to this item, in the order shown. */
  selectRange(kind: SelectionKind, id: Id, shown: readonly Id[]): void
  add(kind: SelectionKind, ids: readonly Id[]): void
  /** Removes deleted items. */
  remove(kind: SelectionKind, ids: readonly Id[]): void
  /** Clears one kind, or all of them. */
  clear(kind?: SelectionKind): void
}

const NONE: ReadonlySet<Id> = new Set()

export function createSelectionStore(): StoreApi<SelectionState> {
  return createStore<SelectionState>((set, get) => ({
    cards: NONE,
    tags: NONE,
    groups: NONE,
    anchor: null,
    toggle: (kind, id) => set((state) => ({ [kind]: toggled(state[kind], id), anchor: id })),
    selectRange: (kind, id, shown) => {
      const from = shown.indexOf(get().anchor ?? id)
      const to = shown.indexOf(id)
      if (from === -1 || to === -1) return get().toggle(kind, id)
      get().add(kind, shown.slice(Math.min(from, to), Math.max(from, to) + 1))
    },
    add: (kind, ids) => set((state) => ({ [kind]: new Set([...state[kind], ...ids]) })),
    remove: (kind, ids) => {
      if (ids.some((id) => get()[kind].has(id)))
        set((state) => ({ [kind]: new Set([...state[kind]].filter((id) => !ids.includes(id))) }))
    },
    clear: (kind) =>
      set(
        kind === undefined
          ? { cards: NONE, tags: NONE, groups: NONE, anchor: null }
          : { [kind]: NONE, anchor: null },
      ),
  }))
}

function toggled(ids: ReadonlySet<Id>, id: Id): ReadonlySet<Id> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}
