import type { Card, Id } from '@cardinal/domain'
import { useRef } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** ms for which a completed todo stays in the list, so that people see which one it was. */
const COMPLETED_SHOWN_MS = 900

/** Recently completed todos, in their present state. */
const leaving = createStore<{ readonly cards: ReadonlyMap<Id, Card> }>(() => ({ cards: new Map() }))

/** Keeps cards that were just completed in the list for `COMPLETED_SHOWN_MS`. */
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
  }, COMPLETED_SHOWN_MS)
}

/** The list with the recently completed cards in their former positions. */
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

/** `now` with the cards of `left` that it no longer contains, in their former positions. Exported for its test. */
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
