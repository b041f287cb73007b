import { type Id, LIMITS } from '@cardinal/domain'
import type { Highlights } from '@cardinal/engine'
import { createStore, type StoreApi } from 'zustand/vanilla'

interface HighlightState {
  readonly hoveredId: Id | null
  readonly sharesGroup: ReadonlySet<Id>
  readonly sharesTodos: ReadonlySet<Id>
  /** Marks the tags related to this tag once they are known, unless another tag was hovered meanwhile. */
  hover(tagId: Id, ask: (tagId: Id) => Promise<Highlights>): void
  /** Cancels marks that are not shown yet, because the pointer moved on. Shown marks clear by themselves. */
  leave(tagId: Id): void
  clear(): void
}

const NONE: ReadonlySet<Id> = new Set()
/** ms before a hovered tag highlights others, so that a passing pointer highlights nothing. */
const HOVER_DELAY_MS = 120

export function createHighlightStore(): StoreApi<HighlightState> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let settlingId: Id | null = null
  return createStore<HighlightState>((set, get) => ({
    hoveredId: null,
    sharesGroup: NONE,
    sharesTodos: NONE,
    hover: (tagId, ask) => {
      if (get().hoveredId === tagId) return
      clearTimeout(timer)
      settlingId = tagId
      timer = setTimeout(async () => {
        settlingId = null
        set({ hoveredId: tagId })
        const related = await ask(tagId)
        if (get().hoveredId !== tagId) return
        set({ sharesGroup: new Set(related.sharesGroup), sharesTodos: new Set(related.sharesTodos) })
        timer = setTimeout(get().clear, LIMITS.highlightClears)
      }, HOVER_DELAY_MS)
    },
    leave: (tagId) => {
      if (settlingId !== tagId) return
      clearTimeout(timer)
      settlingId = null
      if (get().hoveredId !== null) timer = setTimeout(get().clear, LIMITS.highlightClears)
    },
    clear: () => {
      clearTimeout(timer)
      set({ hoveredId: null, sharesGroup: NONE, sharesTodos: NONE })
    },
  }))
}

/** One per page: hovering a tag highlights related ones everywhere. */
export const highlightStore = createHighlightStore()

/** The marks of a tag as a string, so that unchanged marks cause no rerender. */
export function marksOf(state: HighlightState, tagId: Id): '' | 'group' | 'todo' | 'group todo' {
  const inGroup = state.sharesGroup.has(tagId)
  const inTodos = state.sharesTodos.has(tagId)
  if (inGroup && inTodos) return 'group todo'
  if (inGroup) return 'group'
  return inTodos ? 'todo' : ''
}
