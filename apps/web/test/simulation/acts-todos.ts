import {
  type Card,
  type CardValues,
  type Day,
  dayOf,
  placeBetween,
  placeOf,
  placeOnTop,
} from '@cardinal/domain'
import type { Situation } from './acts.ts'
import type { Wish } from './wish.ts'

/** Few days, and rules without an end. */
const DAYS: readonly Day[] = ['2026-01-02', '2026-01-05', '2026-03-01']
const RULES = ['FREQ=DAILY', 'FREQ=WEEKLY;INTERVAL=2'] as const

/** Due date and recurrence of a new card; usually neither. */
export function plannedValues({ dice }: Situation): Pick<CardValues, 'dueAt' | 'recurrence'> | null {
  if (!dice.isLuckyIn(0.3)) return null
  return { dueAt: dice.pick(DAYS), recurrence: dice.isLuckyIn(0.5) ? dice.pick(RULES) : null }
}

/** Completing, dating, publishing and sorting, as the menu, the form and dragging send it. */
export function todoActs(situation: Situation, card: Card): (() => readonly Wish[])[] {
  const { dice } = situation
  return [
    () => completed(situation, card),
    () => completed(situation, card),
    () => [edited(card, { dueAt: dice.pick([null, ...DAYS]) })],
    // Without a due date a card can't recur.
    () => [edited(card, { recurrence: dice.pick([null, ...RULES]), dueAt: card.dueAt ?? dice.pick(DAYS) })],
    () => [edited(card, { isPublic: !card.isPublic })],
    () => movedByHand(situation, card),
    () => movedByHand(situation, card),
  ]
}

/** Completes or reopens a card. A recurring card moves to its next date. */
function completed({ now }: Situation, card: Card): Wish[] {
  const done = { field: `card ${card.id} done`, value: card.doneAt === null }
  if (card.doneAt !== null)
    return [
      { mutation: { name: 'editCard', args: { cardId: card.id, doneAt: null } }, texts: [], values: [done] },
    ]
  const doneAt = Math.max(0, Math.floor(now))
  const today = dayOf(new Date(doneAt).toISOString().slice(0, 16))
  const cards = [{ id: card.id, dueAt: card.dueAt }]
  const values = card.recurrence === null ? [done] : []
  return [{ mutation: { name: 'completeCards', args: { cards, doneAt, today } }, texts: [], values }]
}

function edited({ id }: Card, given: Partial<CardValues>): Wish {
  const values = Object.entries(given).map(([name, value]) => ({ field: `card ${id} ${name}`, value }))
  return { mutation: { name: 'editCard', args: { cardId: id, ...given } }, texts: [], values }
}

/** Moves a card between two others in the order by hand, or to the top. */
function movedByHand({ dice, seen, now }: Situation, card: Card): Wish[] {
  const places = seen.cards
    .filter(({ id }) => id !== card.id)
    .map(placeOf)
    .sort()
  const at = dice.upTo(places.length + 1)
  const [low, high] = [places[at - 1] ?? null, places[at] ?? null]
  const place = low === null ? placeOnTop(high, Math.max(0, now), card.id) : placeBetween(low, high, card.id)
  return [edited(card, { place })]
}
