import type { Suggestion, SuggestionReason, TagInUse } from '../questions.ts'

/** How strongly each thing speaks for a tag, by its name; 0 where it doesn't. */
export type Weights = Readonly<Record<string, number>>

/** A suggestion with its reasons, strongest first; a reason whose weight is 0 is none. */
export function suggestion<W extends Weights>(
  tag: TagInUse,
  score: number,
  weights: W,
  reasons: Readonly<Record<keyof W, SuggestionReason | null>>,
): Suggestion {
  return { tag, score, reasons: strongestFirst(weights, reasons) }
}

/**
 * How much clicking a tag speaks for it now: many clicks saturate, and a recent one fades, from day to day. From 0
 * to 1.
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
const HALF_LIFE = 14
/** By days, for two years; a power for each of thousands of tags takes a tenth of a suggestion. */
const RECENCY = Float64Array.from({ length: 2 * 365 }, (_, days) => 0.5 ** (days / HALF_LIFE))
/** With so many clicks, half of what clicks can ever say. */
const CLICKS_OF_A_HABIT = 5
