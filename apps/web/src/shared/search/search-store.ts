import { completeLastWord, editSearchText, LIMITS, type SearchEdit } from '@cardinal/domain'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { DEFAULT_FILTERS, type Filters, isChoice, withoutParts } from './filters.ts'

/**
 * State of one searchbar and its filters. Every searchbar (home, second, tagger, grouper, playground, mini) has
 * its own.
 *
 * Invariant: `restedText` is the present or a former value of `text`. They differ only during typing.
 */
export interface SearchState {
  readonly text: string
  /** The text when typing last paused for 500 ms. */
  readonly restedText: string
  readonly secondText: string
  readonly isSecondOpen: boolean
  readonly filters: Filters
  /** Earlier searches, latest last, for the arrow up in an empty bar. */
  readonly history: readonly string[]
  /** Increases with every act that Back undoes: a chip, a saved search, Enter. */
  readonly step: number
  /** Recognised words that the person has made plain text again. */
  readonly refused: readonly string[]

  /** Sets the typed text. `restedText` follows after a pause. */
  type(text: string): void
  /** Makes recognised words plain text again until the text is empty. */
  refuse(words: string): void
  /** Sets `restedText` now, because Enter ends typing like a pause. */
  rest(): void
  /** Handles Enter: searches for the typed text now. */
  enter(): void
  /** Replaces the whole search, for example by the one in an address. */
  show(search: Pick<SearchState, 'text' | 'secondText' | 'filters'>): void
  /** Sets a chosen text (a chip, a saved search), without waiting for a pause. */
  put(text: string): void
  edit(edit: SearchEdit, tagName: string): void
  /** Sets the text of a saved search without other filters. The order stays. */
  restore(text: string): void
  /** Replaces the word being typed by a tag. */
  complete(tagName: string): void
  clear(): void
  typeSecond(text: string): void
  /** Changes the search from a card's tag panel. Adding a tag also opens the second search, if it has words. */
  editFromCard(edit: SearchEdit, tagName: string): void
  openSecond(isOpen: boolean): void
  filter(change: Partial<Filters>): void
  /**
   * Resets order, dates, colours and second search, and removes conditions of Filter from the text. The words
   * stay.
   */
  resetFilters(): void
}

export type SearchStore = StoreApi<SearchState>

/** The part of the state that survives a reload. */
export type KeptSearch = Pick<SearchState, 'text' | 'secondText' | 'isSecondOpen' | 'filters'> &
  Partial<Pick<SearchState, 'refused'>>

const HISTORY_LENGTH = 20

export function createSearchStore(initial: Partial<KeptSearch> = {}): SearchStore {
  let rest: ReturnType<typeof setTimeout> | undefined
  return createStore<SearchState>((set, get) => ({
    text: initial.text ?? '',
    restedText: initial.text ?? '',
    secondText: initial.secondText ?? '',
    isSecondOpen: initial.isSecondOpen ?? false,
    filters: { ...DEFAULT_FILTERS, ...initial.filters },
    history: [],
    step: 0,
    refused: initial.refused ?? NOTHING,
    type: (text) => {
      clearTimeout(rest)
      set(({ refused }) => ({ text, refused: keptRefused(refused, text) }))
      rest = setTimeout(() => set({ restedText: get().text }), LIMITS.debounce)
    },
    put: (text) => {
      clearTimeout(rest)
      set((state) => ({
        text,
        restedText: text,
        refused: keptRefused(state.refused, text),
        history: remember(state, text),
        step: state.step + 1,
      }))
    },
    refuse: (words) => set(({ refused }) => ({ refused: [...refused, words] })),
    rest: () => {
      clearTimeout(rest)
      set(({ text }) => ({ restedText: text }))
    },
    enter: () => {
      clearTimeout(rest)
      set(({ text, step }) => ({ restedText: text, step: step + 1 }))
    },
    show: ({ text, secondText, filters }) => {
      clearTimeout(rest)
      set({ text, restedText: text, secondText, filters, refused: NOTHING })
    },
    edit: (edit, tagName) => get().put(editSearchText(get().text, edit, tagName)),
    restore: (text) => {
      get().put(text)
      set((state) => ({
        secondText: '',
        filters: {
          ...state.filters,
          dates: null,
          colors: [],
          onlyTags: false,
          showsDone: false,
          showsHidden: false,
        },
      }))
    },
    complete: (tagName) => get().put(completeLastWord(get().text, tagName)),
    clear: () => get().put(''),
    typeSecond: (secondText) => set({ secondText }),
    editFromCard: (edit, tagName) => {
      get().edit(edit, tagName)
      const adds = edit === 'include' || edit === 'exclude'
      if (adds && get().secondText.trim() !== '') set({ isSecondOpen: true })
    },
    openSecond: (isSecondOpen) => set({ isSecondOpen }),
    filter: (change) => set((state) => ({ filters: { ...state.filters, ...change } })),
    resetFilters: () => {
      const { text, type, rest } = get()
      set({ filters: DEFAULT_FILTERS, secondText: '' })
      const words = withoutParts(text, isChoice)
      if (words === text) return
      type(words)
      rest()
    },
  }))
}

const NOTHING: readonly string[] = []

/** The refused words for a new text: none are kept when the text is empty. */
function keptRefused(refused: readonly string[], text: string): readonly string[] {
  return text.trim() === '' ? NOTHING : refused
}

/** Adds a text to the history when it is cleared. A changed text is still in the bar. */
function remember(state: SearchState, next: string): readonly string[] {
  const left = state.text.trim()
  if (left === '' || next !== '') return state.history
  return [...state.history.filter((text) => text !== left), left].slice(-HISTORY_LENGTH)
}
