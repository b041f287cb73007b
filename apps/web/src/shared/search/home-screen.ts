import type { Id } from '@cardinal/domain'
import { createStore } from 'zustand/vanilla'
import { LOGOUT_EVENT } from '../../session/index.ts'
import { dismissActions } from '../../ui/toaster.tsx'
import { keep, readKept } from '../device/kept.ts'
import { createSearchStore, type KeptSearch } from './search-store.ts'
import { createSelectionStore } from './selection-store.ts'

/** Under this name the tab keeps what was searched for on its home page. */
const KEPT_SEARCH = 'home-search'

/** What the tab keeps, and the workspace that it was searched in. */
type Kept = KeptSearch & { readonly workspaceId: Id | null }

const kept = readSearch()
/** The workspace that all of this belongs to; null until one is open. */
let openId: Id | null = kept.workspaceId ?? null

/** The home page's own search. Popups that sort, filter or act on the result work on it too. */
export const homeSearch = createSearchStore(kept)
export const homeSelection = createSelectionStore()

/** A part of a card that the focus, or only the eye, can be led to. */
export type CardPart = 'card' | 'text' | 'tags' | 'sight'

/** Which card keys act on, and what is open on it. */
export interface HomeFocus {
  /** The card under the keyboard; null: none yet. */
  readonly cardId: Id | null
  /**
   * Where an act of the person sent the focus that has not arrived: the row may have to be drawn first. A row
   * takes it once, so that one which is drawn again later has nothing to take.
   */
  readonly awaited: { readonly cardId: Id; readonly part: CardPart } | null
  /** The card whose text is being edited in place. */
  readonly editingId: Id | null
  /** The card whose tag panel is open. */
  readonly taggingId: Id | null
  /** Cards shown whole. */
  readonly openIds: ReadonlySet<Id>
  /** The card that was added last and offers tags in its row; null: none. */
  readonly justAddedId: Id | null
  setCard(cardId: Id | null, options?: { takesFocus: boolean }): void
  edit(cardId: Id | null): void
  tag(cardId: Id | null): void
  toggleOpen(cardId: Id): void
  /** Shows the row of a card that was added, without the focus; null: it offers nothing more. */
  setJustAdded(cardId: Id | null): void
  /** True once, for the part that the focus was sent to: that part takes it now. */
  takeFocus(cardId: Id, part: CardPart): boolean
  /** The person went on to something else before the focus arrived. */
  dropFocus(): void
}

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

let writing: ReturnType<typeof setTimeout> | undefined
let unkept: Kept | null = null
homeSearch.subscribe(noteSearch)

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
  }
  noteSearch()
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
