import type { Suggestion, SuggestionReason, TagInUse } from '../questions.ts'

/** Weight of each reason by name; 0 for none. */
type Weights = Readonly<Record<string, number>>

/** Makes a suggestion with its reasons, strongest first. Reasons of weight 0 are left out. */
export function suggestion<W extends Weights>(
  tag: TagInUse,
  score: number,
  weights: W,
  reasons: Readonly<Record<keyof W, SuggestionReason | null>>,
): Suggestion {
  return { tag, score, reasons: strongestFirst(weights, reasons) }
}

/**
 * Returns the strength of a tag's clicks, from 0 to 1. Frequency saturates; recency fades from day to day.
 *
 * @param lastClickedAt NaN: never
 */
export function clickStrength(clickCount: number, lastClickedAt: number, now: number): number {
  const days = Math.max(0, Math.floor((now - lastClickedAt) / DAY))
  const recency = RECENCY[days] ?? 0
  const habit = clickCount / (clickCount + CLICKS_OF_A_HABIT)
  return (recency + habit) / 2
}

function strongestFirst(
  weights: Weights,
  reasons: Readonly<Record<string, SuggestionReason | null>>,
): SuggestionReason[] {
  return Object.keys(weights)
    .filter((name) => (weights[name] as number) > 0)
    .sort((a, b) => (weights[b] as number) - (weights[a] as number))
    .flatMap((name) => reasons[name] ?? [])
}

/** ms */
const DAY = 24 * 3600 * 1000
/** Days: two weeks. */
const HALF_LIFE_DAYS = 14
/**
 * Computed by day for two years: computing a power for each of thousands of tags would take a tenth of the
 * time of a suggestion.
 */
const RECENCY = Float64Array.from({ length: 2 * 365 }, (_, days) => 0.5 ** (days / HALF_LIFE_DAYS))
/** Number of clicks with half of the greatest frequency. */
const CLICKS_OF_A_HABIT = 5
