import type { Card } from './card.ts'
import { type Completions, type CompletionsEdit, completionsOf } from './completions.ts'
import { LIMITS } from './limits.ts'

/** Drops invalid times. Of more than `LIMITS.completions`, the latest are kept. */
export function toCompletions(times: readonly number[]): Completions | null {
  const moments = times.filter((time) => Number.isSafeInteger(time) && time >= 0)
  const kept = [...new Set(moments)].sort((a, b) => a - b).slice(-LIMITS.completions)
  return kept.length === 0 ? null : kept.join(',')
}

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

/**
 * The first moment at or after `start`; infinite: none. Searches by halves, because one search reads many
 * cards.
 */
function firstFrom(completions: Completions, start: number): number {
  let [from, to] = [0, completions.length]
  let first = Number.POSITIVE_INFINITY
  while (from < to) {
    const middle = (from + to) >> 1
    // A comma at `middle` counts as the end of the moment before it, so that the range always shrinks.
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

export function withCompletions(
  completions: Completions | null,
  { added, removed }: CompletionsEdit,
): Completions | null {
  const [next, ...others] = added
  // Fast path, because a call may complete a thousand cards: one moment after all others.
  if (next !== undefined && others.length + removed.length === 0 && completions !== null)
    if (next > Number(completions.slice(completions.lastIndexOf(',') + 1)))
      return withoutOldest(`${completions},${next}`)
  const gone = new Set(removed)
  return toCompletions([...completionsOf(completions).filter((time) => !gone.has(time)), ...added])
}

/** Drops the oldest completion if there are more than `LIMITS.completions`. */
function withoutOldest(completions: Completions): Completions {
  let commas = 0
  for (let at = completions.indexOf(','); at >= 0; at = completions.indexOf(',', at + 1)) commas++
  return commas < LIMITS.completions ? completions : completions.slice(completions.indexOf(',') + 1)
}
