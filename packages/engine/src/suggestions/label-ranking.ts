import type { Id } from '@cardinal/domain'
import type { Suggestion, SuggestionReason, TagInUse } from '../questions.ts'
import { suggestion } from './rank.ts'

/** `count` of the `of` past cards that have something also carry the tag. */
export interface Share {
  readonly count: number
  readonly of: number
}

/** A thing that the text has, and how past cards that have it go with a tag. */
export type SiteSign = Share & { readonly site: string }
export type WordSign = Share & { readonly word: string }
export type TagSign = Share & { readonly tagId: Id }

/** What past cards say of a tag for the text at hand. Strengths are sums of `strengthOf`. */
export interface LabelEvidence {
  readonly cardCount: number
  readonly isInText: boolean
  readonly siteStrength: number
  readonly wordStrength: number
  /** Of the tags chosen already. */
  readonly togetherStrength: number
}

/** The signs behind the strengths, to be told with a suggestion. */
export interface LabelSigns {
  readonly sites: readonly SiteSign[]
  readonly words: readonly WordSign[]
  readonly together: readonly TagSign[]
}

/**
 * How likely the person is to put a tag on the text at hand: named there, on past cards of the same site or
 * with the same words, on cards with the tags chosen already, used a lot. The weights are those that
 * predicted best on real and generated histories, see the benchmark. 0 when nothing speaks for it.
 *
 * @param cards how many past cards there are
 */
export function labelScore(evidence: LabelEvidence, cards: number): number {
  const { inText, site, words, together, used } = labelWeights(evidence, cards)
  return inText + site + words + together + used
}

/** A best label with what spoke for it. */
export function labelSuggestion(
  evidence: LabelEvidence,
  score: number,
  signs: LabelSigns,
  tag: TagInUse,
  cards: number,
): Suggestion {
  return suggestion(tag, score, labelWeights(evidence, cards), {
    inText: { kind: 'in-text' },
    site: siteReason(signs.sites, cards),
    words: wordsReason(signs.words, cards),
    together: togetherReason(signs.together),
    used: { kind: 'used', count: evidence.cardCount },
  })
}

/**
 * How much one sign speaks for a tag: its share as a chance (as if one more card had been seen, which
 * carries the tag as any card does), times how rare the sign is, for a rare one tells more of what the
 * text is about.
 *
 * @param cardCount how many cards carry the tag
 */
export function strengthOf(
  { count, of }: Share,
  cardCount: number,
  cards: number,
  rarity = rarityOf(of, cards),
): number {
  return ((count + cardCount / (cards + 1)) / (of + 1)) * rarity
}

/** How rare a sign is that so many of the past cards have. */
export function rarityOf(of: number, cards: number): number {
  return Math.log(1 + cards / of)
}

type LabelWeights = Readonly<Record<'inText' | 'site' | 'words' | 'together' | 'used', number>>

function labelWeights(evidence: LabelEvidence, cards: number): LabelWeights {
  return {
    inText: evidence.isInText ? WEIGHTS.inText : 0,
    site: WEIGHTS.site * evidence.siteStrength,
    words: WEIGHTS.words * evidence.wordStrength,
    together: WEIGHTS.together * evidence.togetherStrength,
    used: (WEIGHTS.used * evidence.cardCount) / (cards + 1),
  }
}

function siteReason(sites: readonly SiteSign[], cards: number): SuggestionReason | null {
  const [first] = strongestFirst(sites, cards)
  return first === undefined ? null : { kind: 'site', site: first.site, count: first.count, of: first.of }
}

function wordsReason(words: readonly WordSign[], cards: number): SuggestionReason {
  const told = strongestFirst(words, cards).slice(0, TOLD_WORDS)
  return { kind: 'words', words: told.map(({ word }) => word), count: mostOf(told) }
}

function togetherReason(together: readonly TagSign[]): SuggestionReason {
  return { kind: 'together', tagIds: together.map(({ tagId }) => tagId), count: mostOf(together) }
}

function strongestFirst<Sign extends Share>(signs: readonly Sign[], cards: number): Sign[] {
  return [...signs].sort((a, b) => strengthOf(b, 0, cards) - strengthOf(a, 0, cards))
}

function mostOf(shares: readonly Share[]): number {
  return shares.reduce((most, { count }) => Math.max(most, count), 0)
}

const TOLD_WORDS = 3
const WEIGHTS = { inText: 4, site: 1, words: 0.4, together: 1.5, used: 1 } as const
