import { createStore } from 'zustand/vanilla'
import type { Id } from '@cardinal/domain'
import { createSearchStore, type KeptSearch } from './search-store.ts'
import { createSelectionStore } from './selection-store.ts'

/** Key in sessionStorage: what was searched for on this tab's home page. */
const KEPT_SEARCH = 'home-search'

/** The home page's own search. Popups that sort, filter or act on the result work on it too. */
export const homeSearch = createSearchStore(readKept())
export const homeSelection = createSelectionStore()

/** What the home page has in the hand: the card that keys act on, and what is open on it. */
export interface HomeFocus {
  /** The card under the keyboard; null: none yet. */
  readonly cardId: Id | null
  /** Goes up when the card should take the focus itself, not only be marked. */
  readonly focusRequest: number
  /** The card whose text is being edited in place. */
  readonly editingId: Id | null
  /** The card whose tag panel is open. */
  readonly taggingId: Id | null
  /** Cards shown whole. */
  readonly openIds: ReadonlySet<Id>
  /** A card that was added a moment ago and can be tagged by two keys; null: none. */
  readonly justAddedId: Id | null
  setCard(cardId: Id | null, options?: { takesFocus: boolean }): void
  edit(cardId: Id | null): void
  tag(cardId: Id | null): void
  toggleOpen(cardId: Id): void
  setJustAdded(cardId: Id | null): void
}

export const homeFocus = createStore<HomeFocus>((set) => ({
  cardId: null,
  focusRequest: 0,
  editingId: null,
  taggingId: null,
  openIds: new Set(),
  justAddedId: null,
  setCard: (cardId, options) =>
    set((state) => ({ cardId, focusRequest: state.focusRequest + (options?.takesFocus === true ? 1 : 0) })),
  edit: (editingId) => set(editingId === null ? { editingId } : { editingId, cardId: editingId }),
  tag: (taggingId) => set(taggingId === null ? { taggingId } : { taggingId, cardId: taggingId }),
  toggleOpen: (cardId) =>
    set((state) => {
      const openIds = new Set(state.openIds)
      if (!openIds.delete(cardId)) openIds.add(cardId)
      return { openIds }
    }),
  setJustAdded: (justAddedId) => set({ justAddedId }),
}))

homeSearch.subscribe(({ text, secondText, isSecondOpen, filters }) => {
  write(KEPT_SEARCH, { text, secondText, isSecondOpen, filters } satisfies KeptSearch)
})

/** Forgets the search, the selection and the hand: another workspace opened, or somebody signed out. */
export function clearHomeScreen(): void {
  homeSearch.getState().put('')
  homeSearch.getState().resetFilters()
  homeSelection.getState().clear()
  homeFocus.setState({ cardId: null, editingId: null, taggingId: null, openIds: new Set(), justAddedId: null })
}

function readKept(): Partial<KeptSearch> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT_SEARCH) ?? '{}')
    return isKept(kept) ? kept : {}
  } catch {
    // Storage is blocked or holds something else: start with an empty search.
    return {}
  }
}

function isKept(value: unknown): value is KeptSearch {
  return typeof value === 'object' && value !== null && typeof (value as KeptSearch).text === 'string'
}

let pending: ReturnType<typeof setTimeout> | undefined
function write(key: string, value: KeptSearch): void {
  clearTimeout(pending)
  pending = setTimeout(() => {
    try {
      sessionStorage.setItem(key, JSON.stringify(value))
    } catch {
      // Storage is blocked or full: the search lasts as long as the page.
    }
  }, 200)
}
