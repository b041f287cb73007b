import type { Id } from '@cardinal/domain'
import { createStore } from 'zustand/vanilla'
import { LOGOUT_EVENT } from '../../session/index.ts'
import { keep, readKept } from '../../shared/account/kept.ts'
import { onGone, undoStack } from '../../shared/changes/undo-stack.ts'
import type { CardPart, HomeFocus, HomeScreen } from '../../shared/search/home-screen.tsx'
import { isSearch, type WholeSearch } from '../../shared/search/search-in-address.ts'
import { createSearchStore, type KeptSearch } from '../../shared/search/search-store.ts'
import { createSelectionStore } from '../../shared/search/selection-store.ts'
import { dismissActions } from '../../ui/toaster.tsx'
import { textAfterKey } from '../../ui/typed-keys.ts'
import { device } from './device.ts'

/** Key under which the tab stores the search of its home page. */
const KEPT_SEARCH = 'home-search'
/** Set by `boot.js` when it goes from the landing page to home. */
const OPENED_KEY = 'home-opened'

/** The stored search, with the workspace that it belongs to. */
type Kept = KeptSearch & { readonly workspaceId: Id | null }

const kept = readSearch()
/** The workspace of the search. Null until one is open. */
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
    if (cardId !== null && options?.takesFocus === true) set({ cardId, awaited: sendTo(cardId, 'card') })
    else set(({ awaited }) => ({ cardId, awaited: awaited?.cardId === cardId ? awaited : null }))
  },
  edit: (editingId) =>
    set(
      editingId === null
        ? { editingId, awaited: null }
        : { editingId, cardId: editingId, awaited: sendTo(editingId, 'text') },
    ),
  tag: (taggingId) =>
    set(
      taggingId === null
        ? { taggingId, awaited: null }
        : { taggingId, cardId: taggingId, awaited: sendTo(taggingId, 'tags') },
    ),
  toggleOpen: (cardId) =>
    set((state) => {
      const openIds = new Set(state.openIds)
      if (!openIds.delete(cardId)) openIds.add(cardId)
      return { openIds }
    }),
  setJustAdded: (justAddedId) =>
    set(justAddedId === null ? { justAddedId } : { justAddedId, awaited: sendTo(justAddedId, 'sight') }),
  takeFocus: (cardId, part) => {
    const { awaited } = get()
    if (awaited?.cardId !== cardId || awaited.part !== part) return null
    set({ awaited: null })
    return awaited.typed
  },
  typeAhead: (event) => {
    const { awaited } = get()
    if (awaited?.part !== 'text' && awaited?.part !== 'tags') return false
    const typed = textAfterKey(awaited.typed, event)
    if (typed !== null) set({ awaited: { ...awaited, typed } })
    return typed !== null
  },
  dropFocus: () => {
    if (get().awaited !== null) set({ awaited: null })
  },
}))

function sendTo(cardId: Id, part: CardPart): HomeFocus['awaited'] {
  return { cardId, part, typed: '' }
}

interface LastUse {
  /** The card that was last opened, edited or tagged. Null: none, or `LearnedWord` has handled it. */
  readonly cardId: Id | null
  /** Whether a search recently found nothing. The card may be what the person looked for. */
  readonly isAwaited: boolean
}

export const lastUse = createStore<LastUse>(() => ({ cardId: null, isAwaited: false }))

/** The part of the home page that other features get from `useHomeScreen`. */
export const homeScreen: HomeScreen = {
  search: homeSearch,
  selection: homeSelection,
  focus: homeFocus,
  noteUse: (cardId) => {
    lastUse.setState({ cardId })
    if (openId !== null) device.getState().use(openId, cardId)
  },
}

let writing: ReturnType<typeof setTimeout> | undefined
let unkept: Kept | null = null
homeSearch.subscribe(noteSearch)
onGone((kind, ids) => homeSelection.getState().remove(kind, ids))

function noteSearch(): void {
  const { text, secondText, isSecondOpen, filters, refused } = homeSearch.getState()
  unkept = { text, secondText, isSecondOpen, filters, refused, workspaceId: openId }
  clearTimeout(writing)
  writing = setTimeout(keepSearch, 200)
}

/** Stores the search when typing pauses, and at the latest when the page is hidden or closed. */
function keepSearch(): void {
  clearTimeout(writing)
  if (unkept !== null) keep('tab', KEPT_SEARCH, unkept)
  unkept = null
}

/**
 * Sets the open workspace. A search, a selection, the active card and messages with an Undo belong to one workspace, so
 * they are cleared when another one opens.
 */
export function homeScreenOf(workspaceId: Id): void {
  const before = openId
  openId = workspaceId
  if (before !== null && before !== workspaceId) {
    clearHomeScreen()
    dismissActions()
    undoStack.getState().setRestoreDraft(null)
    beginNext(workspaceId)
  }
  noteSearch()
}

/** The search that the next workspace opens with, and perhaps the card to focus. */
let next: { workspaceId: Id; search: WholeSearch; cardId: Id | null } | null = null

/** Sets the search and the card to focus for the next workspace that opens. */
export function searchNextIn(workspaceId: Id, search: WholeSearch, cardId: Id | null): void {
  next = { workspaceId, search, cardId }
}

function beginNext(workspaceId: Id): void {
  const pending = next?.workspaceId === workspaceId ? next : null
  next = null
  if (pending === null) return
  homeSearch.getState().filter(pending.search.filters)
  homeSearch.getState().typeSecond(pending.search.secondText)
  homeSearch.getState().put(pending.search.text)
  if (pending.cardId !== null) homeFocus.getState().setCard(pending.cardId, { takesFocus: true })
}

/** Clears the search, the selection and the active card. */
function clearHomeScreen(): void {
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

/**
 * The initial search. Back, a reload and opening the app restore the stored one. After an address that the person
 * typed or opened from a bookmark, only an unsaved text is restored, because no address contains it.
 */
function readSearch(): Partial<Kept> {
  const kept = readKept('tab', KEPT_SEARCH)
  if (!isKept(kept)) return {}
  if (!isGivenAddress()) return kept
  return { text: isSearch(kept.text) ? '' : kept.text, workspaceId: kept.workspaceId }
}

/** Whether the person typed or opened this address: not by Back, a reload, a link of the app, or its icon. */
function isGivenAddress(): boolean {
  if (typeof window === 'undefined' || !location.pathname.endsWith('/home')) return false
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isOpened = readKept('tab', OPENED_KEY) === true
  keep('tab', OPENED_KEY, false)
  return navigation?.type === 'navigate' && !isOpened
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

/** The two overlays of the home page that have no address, unlike popups. */
export const overlayStore = createStore(() => ({ isCommandsOpen: false, isKeyMapOpen: false }))

/**
 * The lines under the empty searchbar. `count`: how many are shown, or 0 while they load. `marked`: index of the
 * selected line, or -1.
 */
export const barLines = createStore(() => ({ id: 'bar-lines', isOpen: false, count: 0, marked: -1 }))

/** Opens the lines if the searchbar is empty. */
export function openBarLines(): void {
  barLines.setState({ isOpen: homeSearch.getState().text === '' })
}

export function openCommands(isCommandsOpen: boolean): void {
  overlayStore.setState({ isCommandsOpen })
}

export function openKeyMap(isKeyMapOpen: boolean): void {
  overlayStore.setState({ isKeyMapOpen })
}
