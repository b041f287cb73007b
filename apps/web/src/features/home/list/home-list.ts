import type { Card } from '@cardinal/domain'
import { createStore } from 'zustand/vanilla'
import { homeFocus } from '../home-screen.ts'

interface HomeList {
  /** Exact matches, then loose ones. */
  readonly cards: readonly Card[]
  /** Whether the cards are of an earlier search while the next answer is pending. */
  readonly isStale: boolean
  /** The number of all cards that the search finds. */
  readonly total: number
  /** How many more cards the search would find if no rule hid them from All. */
  readonly hidden: number
}

/** The cards of the home list, in the order shown. Keys move through them. */
export const homeList = createStore<HomeList>(() => ({ cards: [], isStale: false, total: 0, hidden: 0 }))

/** How many cards of each group of loose matches are loaded at first. */
export const FIRST_LOOSE = 10

interface LooseList {
  /** The searched text. */
  readonly text: string
  readonly cards: readonly Card[]
  /** The text with close words in place of the typed ones. Null: no close words. */
  readonly corrected: string | null
  /** The number of loose matches as a sentence, read after the number of exact results. */
  readonly said: string
}

export const NOTHING_LOOSE: LooseList = { text: '', cards: [], corrected: null, said: '' }

/** Loose matches of the search (docs/search.md, section 10). Without cards: none, or not known yet. */
export const homeLoose = createStore<LooseList>(() => NOTHING_LOOSE)

/** Resolves with the cards of the present search once they are loaded. */
export function presentCards(): Promise<readonly Card[]> {
  return new Promise((resolve) => {
    const settle = ({ cards, isStale }: HomeList) => {
      if (isStale) return
      unsubscribe()
      resolve(cards)
    }
    const unsubscribe = homeList.subscribe(settle)
    settle(homeList.getState())
  })
}

/** Focuses the primary searchbar and selects its text. */
export function focusSearchbar(): void {
  const field = searchField()
  field?.focus()
  field?.select()
}

/** Focuses the primary searchbar, with the caret after its text. */
export function writeInSearchbar(): void {
  const field = searchField()
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}

function searchField(): HTMLInputElement | HTMLTextAreaElement | null {
  return document.querySelector('[data-searchbar="home"] :is(input, textarea)')
}

/** Focuses the last active card, or else the first one. */
export function leaveForCards(): void {
  const { cards } = homeList.getState()
  const { cardId, setCard } = homeFocus.getState()
  const card = cards.find(({ id }) => id === cardId) ?? cards[0]
  if (card !== undefined) setCard(card.id, { takesFocus: true })
  else document.getElementById('results')?.focus()
}
