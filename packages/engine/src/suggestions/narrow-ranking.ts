import type { Tag } from '@cardinal/domain'
import type { Suggestion, SuggestionReason, TagInUse } from '../questions.ts'
import type { NameMatch } from './name-match.ts'
import { clickStrength, suggestion } from './rank.ts'

/** What is known of a tag that could be added to a search. */
export interface NarrowEvidence {
  readonly tag: Tag
  /** How many of the present matches carry it; more than none, fewer than all. */
  readonly count: number
  /** Saved searches that hold it together with every word that is asked for. */
  readonly savedSearches: number
  /** How it fits the word being typed; null when none is. */
  readonly match: NameMatch | null
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
  candidates: readonly NarrowEvidence[],
  situation: NarrowSituation,
  coverage: Coverage,
  inUse: (tag: Tag) => TagInUse,
): Suggestion[] {
  const { of, limit } = situation
  const constant = Float64Array.from(candidates, (candidate) => {
    const { saved, clicks, name } = narrowWeights(candidate, situation)
    return saved + clicks + name
  })
  const scoreOf = (at: number, fresh: number) =>
    WEIGHTS.split * splitting(fresh, candidates[at]?.count ?? 0, of) + (constant[at] as number)
  // What a candidate scored when it was looked at last. It can only have lost since, so that one which
  // is up to date and still ahead of what the others had is the best (Minoux 1978).
  const scores = Float64Array.from(candidates, ({ count }, at) => scoreOf(at, count))
  const seenAt = new Uint32Array(candidates.length)
  const found: Suggestion[] = []
  while (found.length < Math.min(limit, candidates.length)) {
    const at = placeOfGreatest(scores)
    if (seenAt[at] !== found.length) {
      seenAt[at] = found.length
      scores[at] = scoreOf(at, coverage.freshOf(at))
      continue
    }
    const candidate = candidates[at] as NarrowEvidence
    const reasons = narrowReasons(candidate, situation)
    const weights = narrowWeights(candidate, situation)
    found.push(suggestion(inUse(candidate.tag), scores[at] as number, weights, reasons))
    scores[at] = Number.NEGATIVE_INFINITY
    coverage.choose(at)
  }
  return found
}

/** The first of several. */
function placeOfGreatest(numbers: Float64Array): number {
  let place = 0
  for (let at = 1; at < numbers.length; at++)
    if ((numbers[at] as number) > (numbers[place] as number)) place = at
  return place
}

type NarrowWeights = Readonly<Record<'split' | 'saved' | 'clicks' | 'name', number>>

function narrowWeights(evidence: NarrowEvidence, { of, now }: NarrowSituation): NarrowWeights {
  const { tag, count, savedSearches, match } = evidence
  return {
    split: WEIGHTS.split * splitting(count, count, of),
    saved: (WEIGHTS.saved * savedSearches) / (savedSearches + 1),
    clicks: WEIGHTS.clicks * clickStrength(tag, now),
    name: match === null ? 0 : WEIGHTS.name[match],
  }
}

function narrowReasons(
  { tag, count, savedSearches, match }: NarrowEvidence,
  { of, hasWords }: NarrowSituation,
): Readonly<Record<keyof NarrowWeights, SuggestionReason | null>> {
  return {
    split: hasWords ? { kind: 'on-matches', count, of } : { kind: 'used', count },
    saved: { kind: 'saved-search', count: savedSearches },
    clicks: { kind: 'clicks', count: tag.clickCount, lastClickedAt: tag.lastClickedAt },
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
