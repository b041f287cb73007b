import type { Card, Id } from '@cardinal/domain'
import { useMemo, useRef } from 'react'

/**
 * The cards of an answer, those that say what they said before as the objects that they were: an answer
 * comes from another thread as new objects, and what draws a card goes by which object it is.
 */
export function useSameCards(cards: readonly Card[] | undefined): readonly Card[] | undefined {
  const known = useRef<ReadonlyMap<Id, Card>>(new Map())
  return useMemo(() => {
    if (cards === undefined) return undefined
    const same = cards.map((card) => {
      const before = known.current.get(card.id)
      return before !== undefined && isSameCard(before, card) ? before : card
    })
    known.current = new Map(same.map((card) => [card.id, card]))
    return same
  }, [cards])
}

export function isSameCard(a: Card, b: Card): boolean {
  const keys = Object.keys(b) as (keyof Card)[]
  return keys.length === Object.keys(a).length && keys.every((key) => isSameValue(a[key], b[key]))
}

function isSameValue(a: Card[keyof Card], b: Card[keyof Card]): boolean {
  if (a === b) return true
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
  return a.every((item, n) => item === b[n] || JSON.stringify(item) === JSON.stringify(b[n]))
}
