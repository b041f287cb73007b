import { partsOf, type SearchTree, type Tag } from '@cardinal/domain'
import type { NarrowQuery, Suggestion, SuggestionReason, TagInUse } from '../questions.ts'
import { BestFirst } from './best-first.ts'
import { clickStrength, suggestion } from './rank.ts'
import type { NameMatch } from './texts.ts'

/** The tags that could be added to a search, in columns of equal length. */
export interface NarrowCandidates {
  /** How many matches have the tag; more than none, fewer than all. */
  readonly counts: ArrayLike<number>
  /** Saved searches that hold the tag and all words asked for. */
  readonly savedSearches: ArrayLike<number>
  /** How the tag's name matches the word being typed; undefined when no word is. */
  readonly matches: ArrayLike<NameMatch>
  readonly clickCounts: ArrayLike<number>
  /** ms since 1970; NaN: never. */
  readonly lastClickedAt: ArrayLike<number>
  tagAt(at: number): Tag
}

interface NarrowSituation {
  /** Number of all matches. */
  readonly of: number
  /**
   * Whether anything but the type narrows the matches. If not, the reason of a suggestion is the tag's use,
   * not its share of the matches.
   */
  readonly isNarrowed: boolean
  readonly now: number
  readonly limit: number
}

/** Returns whether words, a second search, colours or dates narrow the matches. */
export function isNarrowedBy({ second, colors, dates }: NarrowQuery['query'], settled: SearchTree): boolean {
  return partsOf(settled).length > 0 || partsOf(second).length > 0 || colors.length > 0 || dates !== null
}

/** Tracks which matches have a tag chosen so far. Candidates are named by index. */
export interface Coverage {
  /** Returns how many of a candidate's matches have no chosen tag. */
  freshOf(at: number): number
  choose(at: number): void
}

/**
 * Ranks tags for narrowing: by how evenly each splits the matches, by saved searches, by clicks, and by how
 * the name matches the typed word.
 *
 * Tags are chosen greedily, and matches with an earlier choice count less. Otherwise five tags of the same
 * cards could fill the list. Greedy is within 63 % of the best cover (Nemhauser, Wolsey, Fisher 1978).
 *
 * @param candidates by name, which breaks ties
 */
export function rankNarrowing(
  candidates: NarrowCandidates,
  situation: NarrowSituation,
  coverage: Coverage,
  inUse: (tag: Tag) => TagInUse,
): Suggestion[] {
  const { of, limit } = situation
  const { counts, savedSearches, matches } = candidates
  const constant = new Float64Array(counts.length)
  const scores = new Float64Array(counts.length)
  const scoreOf = (at: number, fresh: number) =>
    WEIGHTS.split * splitting(fresh, counts[at] as number, of) + (constant[at] as number)
  for (let at = 0; at < counts.length; at++) {
    const saved = savedWeight(savedSearches[at] as number)
    const clicks = clicksWeight(candidates, at, situation.now)
    constant[at] = saved + clicks + nameWeight(matches[at] ?? null)
    scores[at] = scoreOf(at, counts[at] as number)
  }
  // Lazy greedy (Minoux 1978): scores only fall. If the first candidate still leads with an up-to-date score,
  // it is the best.
  const queue = new BestFirst(scores)
  const lookedAt = new Uint32Array(counts.length)
  const found: Suggestion[] = []
  while (found.length < limit && queue.size > 0) {
    const at = queue.first
    if (lookedAt[at] !== found.length) {
      lookedAt[at] = found.length
      queue.lower(scoreOf(at, coverage.freshOf(at)))
    } else {
      const weights = narrowWeights(candidates, at, situation)
      const reasons = narrowReasons(candidates, at, situation)
      found.push(suggestion(inUse(candidates.tagAt(at)), queue.best, weights, reasons))
      queue.drop()
      if (found.length < limit) coverage.choose(at)
    }
  }
  return found
}

type NarrowWeights = Readonly<Record<'split' | 'saved' | 'clicks' | 'name', number>>

function narrowWeights(
  candidates: NarrowCandidates,
  at: number,
  { of, now }: NarrowSituation,
): NarrowWeights {
  const { counts, savedSearches, matches } = candidates
  const count = counts[at] as number
  return {
    split: WEIGHTS.split * splitting(count, count, of),
    saved: savedWeight(savedSearches[at] as number),
    clicks: clicksWeight(candidates, at, now),
    name: nameWeight(matches[at] ?? null),
  }
}

function savedWeight(savedSearches: number): number {
  return (WEIGHTS.saved * savedSearches) / (savedSearches + 1)
}

function clicksWeight({ clickCounts, lastClickedAt }: NarrowCandidates, at: number, now: number): number {
  return WEIGHTS.clicks * clickStrength(clickCounts[at] as number, lastClickedAt[at] as number, now)
}

function nameWeight(match: NameMatch | null): number {
  return match === null ? 0 : WEIGHTS.name[match]
}

function narrowReasons(
  { counts, savedSearches, matches, tagAt }: NarrowCandidates,
  at: number,
  { of, isNarrowed }: NarrowSituation,
): Readonly<Record<keyof NarrowWeights, SuggestionReason | null>> {
  const count = counts[at] as number
  const match = matches[at] ?? null
  const { clickCount, lastClickedAt } = tagAt(at)
  return {
    split: isNarrowed ? { kind: 'on-matches', count, of } : { kind: 'used', count },
    saved: { kind: 'saved-search', count: savedSearches[at] as number },
    clicks: { kind: 'clicks', count: clickCount, lastClickedAt },
    name: match === null ? null : { kind: 'name', match },
  }
}

/**
 * How much a tag is expected to narrow: the chance that the wanted card has it and no earlier choice, times
 * the share of matches that it removes. Scaled to 1 at one half.
 */
function splitting(fresh: number, count: number, of: number): number {
  return 4 * (fresh / of) * (1 - count / of)
}

const WEIGHTS = {
  split: 1,
  saved: 0.4,
  clicks: 0.1,
  name: { exact: 2, prefix: 2, part: 1, near: 0.25 },
} as const
