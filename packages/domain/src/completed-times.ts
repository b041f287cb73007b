import type { Card } from './card.ts'
import { type Completions, completionsOf } from './completions.ts'

type CompletedCard = Pick<Card, 'type' | 'doneAt' | 'completions'>

export function wasCompleted({ type, doneAt, completions }: CompletedCard): boolean {
  return type === 'todo' && (doneAt !== null || completions !== null)
}

/** All moments at which a todo was completed, ascending. Other cards have none. */
export function completedTimes(card: CompletedCard): readonly number[] {
  if (card.type !== 'todo') return []
  const times = completionsOf(card.completions)
  return card.doneAt === null || times.includes(card.doneAt)
    ? times
    : [...times, card.doneAt].sort((a, b) => a - b)
}

/** Whether a todo was completed in the half-open interval [start, end). */
export function wasCompletedIn(card: CompletedCard, start: number, end: number): boolean {
  if (card.type !== 'todo') return false
  if (card.doneAt !== null && card.doneAt >= start && card.doneAt < end) return true
  return card.completions !== null && firstFrom(card.completions, start) < end
}

/** The first moment that is not before `start`; infinite: none. By halves, because a search asks it of many cards. */
function firstFrom(completions: Completions, start: number): number {
  let [from, to] = [0, completions.length]
  let first = Number.POSITIVE_INFINITY
  while (from < to) {
    const middle = (from + to) >> 1
    // A comma in the middle belongs to the moment before it, so that each step leaves less.
    const begin = completions.lastIndexOf(',', middle - 1) + 1
    const comma = completions.indexOf(',', begin)
    const end = comma < 0 ? completions.length : comma
    const time = Number(completions.slice(begin, end))
    if (time < start) from = end + 1
    else {
      first = time
      to = begin
    }
  }
  return first
}
