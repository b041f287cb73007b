import type { SearchEdit } from '@cardinal/domain'
import { createStore } from 'zustand/vanilla'
import type { MenuRequest } from './gestures.tsx'
import type { ChipTag } from './tag-chip.tsx'

/** One menu for all chips of the page: which tag it is open for, and what its place does with it. */
export interface OpenTagMenu extends MenuRequest {
  readonly edit: (edit: SearchEdit, tag: ChipTag) => void
}

export interface TagMenuState {
  readonly request: OpenTagMenu | null
  open(request: OpenTagMenu): void
  close(): void
}

export const tagMenuStore = createStore<TagMenuState>((set) => ({
  request: null,
  open: (request) => set({ request }),
  close: () => set({ request: null }),
}))
