import type { Tag } from '@cardinal/domain'
import type { Suggestion, SuggestionReason, TagInUse } from '../questions.ts'
import { BestFirst } from './best-first.ts'
import type { NameMatch } from './name-match.ts'
import { clickStrength, suggestion } from './rank.ts'

/** What is known of the tags that could be added to a search; in each list a tag has the same place. */
export interface NarrowCandidates {
  /** How many of the present matches carry each tag; more than none, fewer than all. */
  readonly counts: ArrayLike<number>
  /** Saved searches that hold it together with every word that is asked for. */
  readonly savedSearches: ArrayLike<number>
  /** How it fits the word being typed; nothing when none is. */
  readonly matches: ArrayLike<NameMatch>
  readonly clickCounts: ArrayLike<number>
  /** ms since 1970; NaN: never. */
  readonly lastClickedAt: ArrayLike<number>
  tagAt(at: number): Tag
}

export interface NarrowSituation {
  /** Cards that match now. */
  readonly of: number
  /** Something is asked for already (else the tag's use is the reason, not its share of the matches). */
  readonly hasWords: boolean
  readonly now: number
  readonly limit: number
}

/** Which of the present matches carry a tag that was chosen already; candidates by their place in the list. */
export interface Coverage {
  /** How many of a candidate's matches no chosen one has. */
  freshOf(at: number): number
  choose(at: number): void
}

/**
 * The tags that the person is most likely to add next: how evenly each splits the matches, saved searches
 * that go on like that, clicks, and how its name fits what is being typed.
 *
 * They are chosen one after the other, and what is on the cards of those before counts for less: five tags
 * of the same cards help only whoever looks for one of these cards. A greedy choice is within 63 % of the
 * best cover (Nemhauser, Wolsey, Fisher 1978).
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
  // What a candidate scored when it was looked at last. It can only have lost since, so that one which
  // is up to date and still ahead of what the others had is the best (Minoux 1978).
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
  { of, hasWords }: NarrowSituation,
): Readonly<Record<keyof NarrowWeights, SuggestionReason | null>> {
  const count = counts[at] as number
  const match = matches[at] ?? null
  const { clickCount, lastClickedAt } = tagAt(at)
  return {
    split: hasWords ? { kind: 'on-matches', count, of } : { kind: 'used', count },
    saved: { kind: 'saved-search', count: savedSearches[at] as number },
    clicks: { kind: 'clicks', count: clickCount, lastClickedAt },
    name: match === null ? null : { kind: 'name', match },
  }
}

/**
 * How much a tag on `count` of the matches can be expected to narrow: the chance that the wanted card
 * carries it and that none of those before would have led there, times the share that is gone then;
 * brought to 1 at its best, one half.
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
