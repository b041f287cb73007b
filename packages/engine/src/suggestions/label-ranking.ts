import type { Id, Tag } from '@cardinal/domain'
import type { SuggestionReason } from '../questions.ts'
import type { Ranking } from './rank.ts'

/** `count` of the `of` past cards that have something also carry the tag. */
export interface Share {
  readonly count: number
  readonly of: number
}

/** What past cards say of a tag for the text at hand. */
export interface LabelEvidence {
  readonly tag: Tag
  readonly cardCount: number
  readonly isInText: boolean
  readonly sites: readonly (Share & { readonly site: string })[]
  readonly words: readonly (Share & { readonly word: string })[]
  /** Cards that carry a chosen tag. */
  readonly together: readonly (Share & { readonly tagId: Id })[]
}

export type LabelWeights = Readonly<Record<'inText' | 'site' | 'words' | 'together' | 'used', number>>

/**
 * How likely the person is to put a tag on the text at hand: it is named there, past cards of the same
 * site or with the same words carry it, it goes together with the tags chosen already, it is used a lot.
 * The weights are those that predicted best on real and generated histories, see the benchmark.
 *
 * @param cards how many past cards there are
 */
export function labelRanking(cards: number): Ranking<LabelEvidence, LabelWeights> {
  const sumOf = (evidence: LabelEvidence, signs: readonly Share[]) => {
    const expected = evidence.cardCount / (cards + 1)
    let sum = 0
    for (const sign of signs) sum += chance(sign, expected) * rarity(sign.of, cards)
    return sum
  }
  const telling = (word: Share) => chance(word, 0) * rarity(word.of, cards)
  return {
    weightsOf: (evidence) => ({
      inText: evidence.isInText ? WEIGHTS.inText : 0,
      site: WEIGHTS.site * sumOf(evidence, evidence.sites),
      words: WEIGHTS.words * sumOf(evidence, evidence.words),
      together: WEIGHTS.together * sumOf(evidence, evidence.together),
      used: (WEIGHTS.used * evidence.cardCount) / (cards + 1),
    }),
    reasonsOf: (evidence) => ({
      inText: { kind: 'in-text' },
      site: siteReason(evidence.sites, telling),
      words: wordsReason(evidence.words, telling),
      together: togetherReason(evidence.together),
      used: { kind: 'used', count: evidence.cardCount },
    }),
  }
}

function siteReason(
  sites: LabelEvidence['sites'],
  telling: (site: Share) => number,
): SuggestionReason | null {
  const [best] = [...sites].sort((a, b) => telling(b) - telling(a))
  return best === undefined ? null : { kind: 'site', site: best.site, count: best.count, of: best.of }
}

function wordsReason(words: LabelEvidence['words'], telling: (word: Share) => number): SuggestionReason {
  const told = [...words].sort((a, b) => telling(b) - telling(a)).slice(0, TOLD_WORDS)
  return { kind: 'words', words: told.map(({ word }) => word), count: mostOf(words) }
}

function togetherReason(together: LabelEvidence['together']): SuggestionReason {
  return { kind: 'together', tagIds: together.map(({ tagId }) => tagId), count: mostOf(together) }
}

function mostOf(shares: readonly Share[]): number {
  return shares.reduce((most, { count }) => Math.max(most, count), 0)
}

/** A share as a chance: as if one more card had been seen, which carries the tag as any card does. */
function chance({ count, of }: Share, expected: number): number {
  return (count + expected) / (of + 1)
}

/** The rarer a sign, the more it says of what this card is about. */
function rarity(of: number, cards: number): number {
  return Math.log(1 + cards / of)
}

const TOLD_WORDS = 3
const WEIGHTS = { inText: 4, site: 1, words: 0.4, together: 1.5, used: 1 } as const
