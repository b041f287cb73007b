import { compareCodePoints } from '@cardinal/domain'
import type { Suggestion, SuggestionReason, TagInUse } from '../questions.ts'

/** One thing that speaks for a tag, and how strongly. */
export interface Part {
  readonly weight: number
  readonly reason: SuggestionReason
}

/** A suggestion from its parts: the score is their sum, the reasons stand strongest first. */
export function suggestion(tag: TagInUse, parts: readonly Part[]): Suggestion {
  const telling = parts.filter((part) => part.weight > 0).sort((a, b) => b.weight - a.weight)
  const score = telling.reduce((sum, part) => sum + part.weight, 0)
  return { tag, score, reasons: telling.map((part) => part.reason) }
}

/** Best first; ties by name, then id. */
export function bestFirst(a: Suggestion, b: Suggestion): number {
  return (
    b.score - a.score || compareCodePoints(a.tag.name, b.tag.name) || compareCodePoints(a.tag.id, b.tag.id)
  )
}

/** How much clicking a tag speaks for it now: many clicks saturate, and all of it fades from the last one on. */
export function clickStrength(tag: TagInUse, now: number): number {
  if (tag.clickCount === 0 && tag.lastClickedAt === null) return 0
  const age = tag.lastClickedAt === null ? Number.POSITIVE_INFINITY : Math.max(0, now - tag.lastClickedAt)
  const recency = 0.5 ** (age / HALF_LIFE)
  const habit = tag.clickCount / (tag.clickCount + CLICKS_OF_A_HABIT)
  return (recency + habit) / 2
}

/** ms: two weeks. */
const HALF_LIFE = 14 * 24 * 3600 * 1000
/** With so many clicks, half of what clicks can ever say. */
const CLICKS_OF_A_HABIT = 5
