import type { Id } from '@cardinal/domain'
import type { Suggestion, SuggestionReason, TagInUse } from '../questions.ts'
import { suggestion } from './rank.ts'

/** `of` earlier cards share something with the text; `count` of them have the tag. */
export interface Share {
  readonly count: number
  readonly of: number
}

/** A sign: something in the text that earlier cards share. */
type SiteSign = Share & { readonly site: string }
type WordSign = Share & { readonly word: string }
type TagSign = Share & { readonly tagId: Id }

/** The evidence for one tag. Strengths are sums of `strengthOf`. */
export interface LabelEvidence {
  readonly cardCount: number
  readonly isInText: boolean
  readonly siteStrength: number
  readonly wordStrength: number
  /**
   * The sum over all words that are evidence: the number of cards with the word and the tag, at most 2 for
   * each word.
   */
  readonly wordHits: number
  /** Strength by the tags that are chosen already. */
  readonly togetherStrength: number
}

/** The signs that the strengths are computed from, for the reasons of a suggestion. */
export interface LabelSigns {
  readonly sites: readonly SiteSign[]
  readonly words: readonly WordSign[]
  readonly together: readonly TagSign[]
}

/**
 * Scores how likely a tag belongs on the text: its name is in the text, it is on earlier cards with the same
 * site, words or chosen tags, or it is used often. Frequent use counts only with no text and no chosen tag. 0
 * without evidence. The weights predicted best on real and generated histories (see the benchmark).
 *
 * @param cards number of earlier cards
 * @param isBlank there is no text, and no tag is chosen
 */
export function labelScore(evidence: LabelEvidence, cards: number, isBlank: boolean): number {
  const { inText, site, words, together, used } = labelWeights(evidence, cards)
  const score = inText + site + words + together
  return score > 0 || isBlank ? score + used : 0
}

/**
 * Whether a word is evidence for a tag: at least a third of its cards have the tag. For a word on many cards,
 * the tag must also be on more of them than by chance, by two standard deviations of a rare event. Words such
 * as "the" are on cards of all tags, in any language, and are no evidence.
 *
 * @param cardCount number of cards with the tag
 * @param cards number of earlier cards
 */
export function saysSomething({ count, of }: Share, cardCount: number, cards: number): boolean {
  if (count === 0 || count < of * TELLING_SHARE) return false
  const expected = (of * cardCount) / cards
  return of < JUDGED_FROM || count > expected + 2 * Math.sqrt(expected)
}

/** What a word adds to the `wordHits` of a tag with which it shares `count` cards. */
export function hitsOf(count: number): number {
  return Math.min(count, NEEDED_HITS)
}

/** Makes the suggestion for a tag, with its reasons. */
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
 * The evidence of one sign for a tag: the smoothed share of its cards that have the tag, times the sign's
 * rarity. Smoothing adds one card, which has the tag as often as any card does.
 *
 * Example: 3 of 4 cards of a site have the tag, and the tag is on 100 of 1,000 cards. The smoothed share is
 * (3 + 0.1) / 5 = 0.62.
 *
 * @param cardCount number of cards with the tag
 */
export function strengthOf(
  { count, of }: Share,
  cardCount: number,
  cards: number,
  rarity = rarityOf(of, cards),
): number {
  return ((count + cardCount / (cards + 1)) / (of + 1)) * rarity
}

/** Returns the rarity of a sign on so many earlier cards. */
export function rarityOf(of: number, cards: number): number {
  return Math.log(1 + cards / of)
}

/**
 * The recent use of a tag without evidence: on the newest cards, and together with tags that have evidence.
 */
interface RecentUse {
  /** Indexes among the newest cards, from 0, of the cards that have the tag; ascending. */
  readonly places: readonly number[]
  /** For each tag that is suggested with evidence: how many of its cards also have this tag. */
  readonly together: readonly Share[]
}

/**
 * Scores a tag of the newest cards: higher for later use, and for use together with tags that have evidence.
 */
export function recentScore({ places, together }: RecentUse): number {
  const recency = places.reduce((sum, place) => sum + 0.5 ** (place / HALF_LIFE_CARDS), 0)
  const shares = together.reduce((sum, { count, of }) => sum + count / (of + 1), 0)
  return recency / MOST_RECENCY + shares / Math.max(1, together.length)
}

/** The suggestion of a tag without evidence. Its only reason is recent use. */
export function recentSuggestion(tag: TagInUse, count: number, of: number): Suggestion {
  return { tag, score: 0, reasons: [{ kind: 'recent', count, of }] }
}

type LabelWeights = Readonly<Record<'inText' | 'site' | 'words' | 'together' | 'used', number>>

function labelWeights(evidence: LabelEvidence, cards: number): LabelWeights {
  return {
    inText: evidence.isInText ? WEIGHTS.inText : 0,
    site: WEIGHTS.site * evidence.siteStrength,
    words: evidence.wordHits < NEEDED_HITS ? 0 : WEIGHTS.words * evidence.wordStrength,
    together: WEIGHTS.together * evidence.togetherStrength,
    used: (WEIGHTS.used * evidence.cardCount) / (cards + 1),
  }
}

function siteReason(sites: readonly SiteSign[], cards: number): SuggestionReason | null {
  const [first] = strongestFirst(sites, cards)
  return first === undefined ? null : { kind: 'site', site: first.site, count: first.count, of: first.of }
}

function wordsReason(words: readonly WordSign[], cards: number): SuggestionReason {
  const strongest = strongestFirst(words, cards).slice(0, SHOWN_WORDS)
  return { kind: 'words', words: strongest.map(({ word }) => word), count: mostOf(strongest) }
}

/**
 * Names only the chosen tag that is most often on the same card: the cards of several chosen tags may differ.
 */
function togetherReason(together: readonly TagSign[]): SuggestionReason {
  const count = mostOf(together)
  const most = together.find((sign) => sign.count === count)
  return { kind: 'together', tagIds: most === undefined ? [] : [most.tagId], count }
}

function strongestFirst<Sign extends Share>(signs: readonly Sign[], cards: number): Sign[] {
  return [...signs].sort((a, b) => strengthOf(b, 0, cards) - strengthOf(a, 0, cards))
}

function mostOf(shares: readonly Share[]): number {
  return shares.reduce((most, { count }) => Math.max(most, count), 0)
}

const SHOWN_WORDS = 3
const TELLING_SHARE = 1 / 3
/** Cards. A word on fewer cards is not tested for chance. */
const JUDGED_FROM = 8
/** Least `wordHits` that are evidence. One shared word on one card may be chance. */
const NEEDED_HITS = 2
/** The number of newest cards whose tags count as recent. */
export const NEWEST_CARDS = 30
const HALF_LIFE_CARDS = 5
/** Upper bound of a tag's recency: a geometric series. */
const MOST_RECENCY = 1 / (1 - 0.5 ** (1 / HALF_LIFE_CARDS))
const WEIGHTS = { inText: 4, site: 1, words: 0.4, together: 1.5, used: 1 } as const
