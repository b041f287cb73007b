import type { Tag } from '@cardinal/domain'
import type { Suggestion, SuggestionReason, TagInUse } from '../questions.ts'
import type { NameMatch } from './name-match.ts'
import { best, clickStrength, suggestion } from './rank.ts'

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

/**
 * The tags that the person is most likely to add next: how evenly each splits the matches, saved searches
 * that go on like that, clicks, and how its name fits what is being typed.
 */
export function rankNarrowing(
  candidates: Iterable<NarrowEvidence>,
  situation: NarrowSituation,
  inUse: (tag: Tag) => TagInUse,
): Suggestion[] {
  const weightsOf = (candidate: NarrowEvidence) => narrowWeights(candidate, situation)
  return best(candidates, weightsOf, situation.limit).map(({ candidate, score }) =>
    suggestion(inUse(candidate.tag), score, weightsOf(candidate), narrowReasons(candidate, situation)),
  )
}

type NarrowWeights = Readonly<Record<'split' | 'saved' | 'clicks' | 'name', number>>

function narrowWeights(evidence: NarrowEvidence, { of, now }: NarrowSituation): NarrowWeights {
  const { tag, count, savedSearches, match } = evidence
  return {
    split: WEIGHTS.split * splitting(count / of),
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
 * How much a tag on this share of the matches can be expected to narrow: the chance that the wanted card
 * carries it, times the share that is gone then; brought to 1 at its best, one half.
 */
function splitting(share: number): number {
  return 4 * share * (1 - share)
}

const WEIGHTS = {
  split: 1,
  saved: 0.4,
  clicks: 0.1,
  name: { exact: 2, prefix: 2, part: 1, near: 0.25 },
} as const
