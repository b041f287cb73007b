import type { Card } from '@cardinal/domain'
import { createStore } from 'zustand/vanilla'

export interface HomeList {
  readonly cards: readonly Card[]
  /** True: the cards are of an earlier search, and the next answer is pending. */
  readonly isStale: boolean
  /** All cards that the search finds. */
  readonly total: number
}

/** The present cards of the home list, in the order shown. Keys move through them. */
export const homeList = createStore<HomeList>(() => ({ cards: [], isStale: false, total: 0 }))

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
