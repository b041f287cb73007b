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
 *
 * @param cards how many past cards there are
 */
export function labelRanking(cards: number): Ranking<LabelEvidence, LabelWeights> {
  const telling = (word: Share) => certainty(word) * rarity(word.of, cards)
  return {
    weightsOf: ({ cardCount, isInText, sites, words, together }) => ({
      inText: isInText ? WEIGHTS.inText : 0,
      site: WEIGHTS.site * oneOf(sites, certainty),
      words: WEIGHTS.words * oneOf(words, telling),
      together: WEIGHTS.together * oneOf(together, certainty),
      used: (WEIGHTS.used * cardCount) / (cards + 1),
    }),
    reasonsOf: (evidence) => ({
      inText: { kind: 'in-text' },
      site: siteReason(evidence.sites),
      words: wordsReason(evidence.words, telling),
      together: togetherReason(evidence.together),
      used: { kind: 'used', count: evidence.cardCount },
    }),
  }
}

function siteReason(sites: LabelEvidence['sites']): SuggestionReason | null {
  const [best] = [...sites].sort((a, b) => certainty(b) - certainty(a))
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

/** The chance that at least one of several independent signs is right. */
function oneOf<S extends Share>(signs: readonly S[], chanceOf: (sign: S) => number): number {
  let allWrong = 1
  for (const sign of signs) allWrong *= 1 - chanceOf(sign)
  return 1 - allWrong
}

/** A share, held back while it rests on few cards. */
function certainty({ count, of }: Share): number {
  return count / (of + 1)
}

/** Near 1 for a word that few cards have, near 0 for one that most have. */
function rarity(of: number, cards: number): number {
  return Math.log(1 + cards / of) / Math.log(1 + cards)
}

const TOLD_WORDS = 3
const WEIGHTS = { inText: 1, site: 0.7, words: 1, together: 0.8, used: 0.3 } as const
