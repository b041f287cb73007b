import { createStore } from 'zustand/vanilla'

/** Progress. `full`: no room for the rest. `away`: the rest waits for the server. */
export interface KeepingFiles {
  readonly state: 'fetching' | 'done' | 'full' | 'away'
  /** Number of files of the workspace, and of missing ones here. */
  readonly all: number
  readonly missing: number
}

/** Null: not compared yet, or another tab fetches. */
export const keepingFiles = createStore<{ readonly now: KeepingFiles | null }>(() => ({ now: null }))
