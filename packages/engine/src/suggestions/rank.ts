import { compareCodePoints, type Tag } from '@cardinal/domain'
import type { Suggestion, SuggestionReason, TagInUse } from '../questions.ts'

/** How strongly each thing speaks for a tag, by its name; 0 where it doesn't. */
export type Weights = Readonly<Record<string, number>>

/** A tag that may be suggested, with what is known of it. */
export interface Candidate {
  readonly tag: Tag
}

/** How a kind of suggestion is scored, and worded. */
export interface Ranking<C extends Candidate, W extends Weights> {
  readonly weightsOf: (candidate: C) => W
  readonly reasonsOf: (candidate: C) => Readonly<Record<keyof W, SuggestionReason | null>>
}

/**
 * The best candidates as suggestions: the score is the sum of the weights, the reasons stand strongest
 * first. Reasons are made for those few alone.
 */
export function rank<C extends Candidate, W extends Weights>(
  candidates: Iterable<C>,
  ranking: Ranking<C, W>,
  limit: number,
  inUse: (tag: Tag) => TagInUse,
): Suggestion[] {
  const best: Scored<C>[] = []
  for (const candidate of candidates) {
    const scored = { candidate, score: sumOf(ranking.weightsOf(candidate)) }
    const worst = best[limit - 1]
    if (worst !== undefined && bestFirst(scored, worst) > 0) continue
    insert(best, scored)
    if (best.length > limit) best.pop()
  }
  return best.map(({ candidate, score }) => {
    const reasons = strongestFirst(ranking.weightsOf(candidate), ranking.reasonsOf(candidate))
    return { tag: inUse(candidate.tag), score, reasons }
  })
}

/** How much clicking a tag speaks for it now: many clicks saturate, and a recent one fades. From 0 to 1. */
export function clickStrength(tag: Tag, now: number): number {
  if (tag.clickCount === 0 && tag.lastClickedAt === null) return 0
  const age = tag.lastClickedAt === null ? Number.POSITIVE_INFINITY : Math.max(0, now - tag.lastClickedAt)
  const recency = 0.5 ** (age / HALF_LIFE)
  const habit = tag.clickCount / (tag.clickCount + CLICKS_OF_A_HABIT)
  return (recency + habit) / 2
}

interface Scored<C extends Candidate> {
  readonly candidate: C
  readonly score: number
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
