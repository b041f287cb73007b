import { createStore } from 'zustand/vanilla'

/** How far it is. `full`: no room for the rest. `away`: the rest waits for the server. */
export interface KeepingFiles {
  readonly state: 'fetching' | 'done' | 'full' | 'away'
  /** Files of the workspace, and how many of them are not here. */
  readonly all: number
  readonly missing: number
}

/** Null: nothing was compared yet, or another tab fetches. */
export const keepingFiles = createStore<{ readonly now: KeepingFiles | null }>(() => ({ now: null }))
