import type { Id } from '@cardinal/domain'
import { createStore } from 'zustand/vanilla'
import { LOGOUT_EVENT } from '../../session/index.ts'
import type { WholeSearch } from '../../shared/address/search-in-address.ts'
import { keep, readKept } from '../../shared/device/kept.ts'
import type { HomeFocus, HomeScreen } from '../../shared/search/home-screen.ts'
import { createSearchStore, type KeptSearch } from '../../shared/search/search-store.ts'
import { createSelectionStore } from '../../shared/search/selection-store.ts'
import { onDeleted } from '../../shared/undo/deleted.ts'
import { dismissActions } from '../../ui/toaster.tsx'

/** Under this name the tab keeps what was searched for on its home page. */
const KEPT_SEARCH = 'home-search'

/** What the tab keeps, and the workspace that it was searched in. */
type Kept = KeptSearch & { readonly workspaceId: Id | null }

const kept = readSearch()
/** The workspace that all of this belongs to; null until one is open. */
let openId: Id | null = kept.workspaceId ?? null

export const homeSearch = createSearchStore(kept)
export const homeSelection = createSelectionStore()

export const homeFocus = createStore<HomeFocus>((set, get) => ({
  cardId: null,
  awaited: null,
  editingId: null,
  taggingId: null,
  openIds: new Set(),
  justAddedId: null,
  setCard: (cardId, options) => {
    if (cardId !== null && options?.takesFocus === true) set({ cardId, awaited: { cardId, part: 'card' } })
    else set(({ awaited }) => ({ cardId, awaited: awaited?.cardId === cardId ? awaited : null }))
  },
  edit: (editingId) =>
    set(
      editingId === null
        ? { editingId }
        : { editingId, cardId: editingId, awaited: { cardId: editingId, part: 'text' } },
    ),
  tag: (taggingId) =>
    set(
      taggingId === null
        ? { taggingId }
        : { taggingId, cardId: taggingId, awaited: { cardId: taggingId, part: 'tags' } },
    ),
  toggleOpen: (cardId) =>
    set((state) => {
      const openIds = new Set(state.openIds)
      if (!openIds.delete(cardId)) openIds.add(cardId)
      return { openIds }
    }),
  setJustAdded: (justAddedId) =>
    set(
      justAddedId === null
        ? { justAddedId }
        : { justAddedId, awaited: { cardId: justAddedId, part: 'sight' } },
    ),
  takeFocus: (cardId, part) => {
    const { awaited } = get()
    if (awaited?.cardId !== cardId || awaited.part !== part) return false
    set({ awaited: null })
    return true
  },
  dropFocus: () => {
    if (get().awaited !== null) set({ awaited: null })
  },
}))

/** What other features get of the home page, by `useHomeScreen`. */
export const homeScreen: HomeScreen = { search: homeSearch, selection: homeSelection, focus: homeFocus }

let writing: ReturnType<typeof setTimeout> | undefined
let unkept: Kept | null = null
homeSearch.subscribe(noteSearch)
onDeleted((kind, ids) => homeSelection.getState().remove(kind, ids))

function noteSearch(): void {
  const { text, secondText, isSecondOpen, filters } = homeSearch.getState()
  unkept = { text, secondText, isSecondOpen, filters, workspaceId: openId }
  clearTimeout(writing)
  writing = setTimeout(keepSearch, 200)
}

/** Writes down what was typed last: when typing rests, and at the latest when the page goes. */
function keepSearch(): void {
  clearTimeout(writing)
  if (unkept !== null) keep('tab', KEPT_SEARCH, unkept)
  unkept = null
}

/**
 * Says which workspace is open. A search, a selection, the card in the hand and messages with an Undo belong to one
 * workspace: when another one opens, they are forgotten.
 */
export function homeScreenOf(workspaceId: Id): void {
  const before = openId
  openId = workspaceId
  if (before !== null && before !== workspaceId) {
    clearHomeScreen()
    dismissActions()
    beginNext(workspaceId)
  }
  noteSearch()
}

/** The search, and perhaps the card, that the next workspace opens with. */
let next: { workspaceId: Id; search: WholeSearch; cardId: Id | null } | null = null

/** Says what is searched for, and which card gets the focus, when a workspace opens. */
export function searchNextIn(workspaceId: Id, search: WholeSearch, cardId: Id | null): void {
  next = { workspaceId, search, cardId }
}

function beginNext(workspaceId: Id): void {
  const begun = next?.workspaceId === workspaceId ? next : null
  next = null
  if (begun === null) return
  homeSearch.getState().filter(begun.search.filters)
  homeSearch.getState().typeSecond(begun.search.secondText)
  homeSearch.getState().put(begun.search.text)
  if (begun.cardId !== null) homeFocus.getState().setCard(begun.cardId, { takesFocus: true })
}

/** Forgets the search, the selection and the card in the hand. */
export function clearHomeScreen(): void {
  homeSearch.getState().put('')
  homeSearch.getState().resetFilters()
  homeSelection.getState().clear()
  homeFocus.setState({
    cardId: null,
    awaited: null,
    editingId: null,
    taggingId: null,
    openIds: new Set(),
    justAddedId: null,
  })
}

function readSearch(): Partial<Kept> {
  const kept = readKept('tab', KEPT_SEARCH)
  return isKept(kept) ? kept : {}
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false
  const { text, filters } = value as Partial<Kept>
  return typeof text === 'string' && typeof filters === 'object' && filters !== null
}

if (typeof window !== 'undefined') {
  window.addEventListener(LOGOUT_EVENT, clearHomeScreen)
  window.addEventListener('pagehide', keepSearch)
}
