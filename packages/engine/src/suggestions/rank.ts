import { compareCodePoints, type Tag } from '@cardinal/domain'
import type { Suggestion, SuggestionReason, TagInUse } from '../questions.ts'

/** How strongly each thing speaks for a tag, by its name; 0 where it doesn't. */
export type Weights = Readonly<Record<string, number>>

/** A tag that may be suggested, with what is known of it. */
export interface Candidate {
  readonly tag: Tag
}

export interface Scored<C extends Candidate> {
  readonly candidate: C
  readonly score: number
}

/** The `limit` best candidates, best first; the score is the sum of the weights, ties go by name, then id. */
export function best<C extends Candidate>(
  candidates: Iterable<C>,
  weightsOf: (candidate: C) => Weights,
  limit: number,
): Scored<C>[] {
  const found: Scored<C>[] = []
  for (const candidate of candidates) {
    const scored = { candidate, score: sumOf(weightsOf(candidate)) }
    const worst = found[limit - 1]
    if (worst !== undefined && bestFirst(scored, worst) > 0) continue
    insert(found, scored)
    if (found.length > limit) found.pop()
  }
  return found
}

/** A suggestion with its reasons, strongest first; a reason whose weight is 0 is none. */
export function suggestion<W extends Weights>(
  tag: TagInUse,
  score: number,
  weights: W,
  reasons: Readonly<Record<keyof W, SuggestionReason | null>>,
): Suggestion {
  return { tag, score, reasons: strongestFirst(weights, reasons) }
}

/** How much clicking a tag speaks for it now: many clicks saturate, and a recent one fades. From 0 to 1. */
export function clickStrength(tag: Tag, now: number): number {
  if (tag.clickCount === 0 && tag.lastClickedAt === null) return 0
  const age = tag.lastClickedAt === null ? Number.POSITIVE_INFINITY : Math.max(0, now - tag.lastClickedAt)
  const recency = 0.5 ** (age / HALF_LIFE)
  const habit = tag.clickCount / (tag.clickCount + CLICKS_OF_A_HABIT)
  return (recency + habit) / 2
}

/** Best first; ties by name, then id. */
function bestFirst(a: Scored<Candidate>, b: Scored<Candidate>): number {
  const [x, y] = [a.candidate.tag, b.candidate.tag]
  return b.score - a.score || compareCodePoints(x.name, y.name) || compareCodePoints(x.id, y.id)
}

function insert<C extends Candidate>(best: Scored<C>[], scored: Scored<C>): void {
  let at = best.length
  while (at > 0 && bestFirst(scored, best[at - 1] as Scored<C>) < 0) at--
  best.splice(at, 0, scored)
}

function sumOf(weights: Weights): number {
  let sum = 0
  for (const name in weights) sum += weights[name] as number
  return sum
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

/** ms: two weeks. */
const HALF_LIFE = 14 * 24 * 3600 * 1000
/** With so many clicks, half of what clicks can ever say. */
const CLICKS_OF_A_HABIT = 5
