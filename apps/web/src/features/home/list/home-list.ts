import type { Card } from '@cardinal/domain'
import { createStore } from 'zustand/vanilla'
import { homeFocus } from '../home-screen.ts'

interface HomeList {
  /** Those found exactly, then those found loosely. */
  readonly cards: readonly Card[]
  /** True: the cards are of an earlier search, and the next answer is pending. */
  readonly isStale: boolean
  /** All cards that the search finds. */
  readonly total: number
  /** Further cards that the search would find if no rule hid them from All. */
  readonly hidden: number
}

/** The present cards of the home list, in the order shown. Keys move through them. */
export const homeList = createStore<HomeList>(() => ({ cards: [], isStale: false, total: 0, hidden: 0 }))

/** Cards of each group of loose matches that are asked for at first. */
export const FIRST_LOOSE = 10

interface LooseList {
  /** The text of the bar that was answered. */
  readonly text: string
  readonly cards: readonly Card[]
  /** The text with close words in place of the typed ones. Null: no close words. */
  readonly corrected: string | null
  /** All that is found loosely, to be read after the number of exact results. */
  readonly said: string
}

export const NOTHING_LOOSE: LooseList = { text: '', cards: [], corrected: null, said: '' }

/** What the search finds loosely besides (docs/search.md, section 10). Without cards: nothing, or no answer yet. */
export const homeLoose = createStore<LooseList>(() => NOTHING_LOOSE)

/** Resolves with the cards of the present search, once they have arrived. */
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
