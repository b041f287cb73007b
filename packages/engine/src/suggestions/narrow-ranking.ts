import type { Suggestion, SuggestionReason, TagInUse } from '../questions.ts'
import type { NameMatch } from './name-match.ts'
import { bestFirst, clickStrength, type Part, suggestion } from './rank.ts'

/** What is known of a tag that could be added to a search. */
export interface NarrowEvidence {
  readonly tag: TagInUse
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
  /** Something is asked for already (else the tag's use speaks, not its share of the matches). */
  readonly hasWords: boolean
  readonly now: number
  readonly limit: number
}

/**
 * Ranks tags by how likely the person is to add them next. Parts, each between 0 and its weight:
 * how evenly the tag splits the matches, the saved searches that continue so, clicks, and the name.
 */
export function rankNarrowing(
  candidates: readonly NarrowEvidence[],
  situation: NarrowSituation,
): Suggestion[] {
  return candidates
    .map((evidence) => suggestion(evidence.tag, partsOf(evidence, situation)))
    .sort(bestFirst)
    .slice(0, situation.limit)
}

function partsOf(evidence: NarrowEvidence, { of, hasWords, now }: NarrowSituation): Part[] {
  const { tag, count, savedSearches, match } = evidence
  const share: SuggestionReason = hasWords ? { kind: 'on-matches', count, of } : { kind: 'used', count }
  const parts: Part[] = [
    { weight: WEIGHTS.split * splitting(count / of), reason: share },
    {
      weight: (WEIGHTS.savedSearch * savedSearches) / (savedSearches + 1),
      reason: { kind: 'saved-search', count: savedSearches },
    },
    {
      weight: WEIGHTS.clicks * clickStrength(tag, now),
      reason: { kind: 'clicks', count: tag.clickCount, lastClickedAt: tag.lastClickedAt },
    },
  ]
  if (match !== null) parts.push({ weight: WEIGHTS.name[match], reason: { kind: 'name', match } })
  return parts
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
  savedSearch: 0.6,
  clicks: 0.4,
  name: { exact: 2, prefix: 2, part: 1, near: 0.25 },
} as const
