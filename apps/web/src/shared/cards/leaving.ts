import type { Card, Id } from '@cardinal/domain'
import { useRef } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** How long a completed todo stays in the list, in ms: long enough to see which one it was. */
const STAYS = 900

/** Todos that were completed a moment ago, as they are now. */
const leaving = createStore<{ readonly cards: ReadonlyMap<Id, Card> }>(() => ({ cards: new Map() }))

/** Keeps cards that were just completed in sight for a moment. */
export function leaveSlowly(cards: readonly Card[]): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  leaving.setState((state) => ({
    cards: new Map([...state.cards, ...cards.map((card) => [card.id, card] as const)]),
  }))
  setTimeout(() => {
    leaving.setState((state) => {
      const left = new Map(state.cards)
      for (const { id } of cards) left.delete(id)
      return { cards: left }
    })
  }, STAYS)
}

/** Returns a list together with the cards that are about to leave it, where they stood. */
export function useWithLeaving(cards: readonly Card[]): readonly Card[] {
  const left = useStore(leaving, (state) => state.cards)
  const before = useRef(cards)
  if (left.size === 0) {
    before.current = cards
    return cards
  }
  const shown = withLeaving(before.current, cards, left)
  before.current = shown
  return shown
}

/** Returns `now` with the cards of `left` that it lost, each in its former place. Exported for its test. */
export function withLeaving(
  before: readonly Card[],
  now: readonly Card[],
  left: ReadonlyMap<Id, Card>,
): readonly Card[] {
  const present = new Set(now.map(({ id }) => id))
  const shown = [...now]
  for (const [index, { id }] of before.entries()) {
    const card = left.get(id)
    if (card === undefined || present.has(id)) continue
    const neighbour = before[index - 1]?.id
    const at = shown.findIndex((each) => each.id === neighbour)
    shown.splice(at + 1, 0, card)
  }
  return shown
}
