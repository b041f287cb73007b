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
  /** For each word that says something: the cards that have it and the tag, 2 at most; added up. */
  readonly wordHits: number
  /** From the tags chosen already. */
  readonly togetherStrength: number
}

/** The signs behind the strengths, for the reasons. */
export interface LabelSigns {
  readonly sites: readonly SiteSign[]
  readonly words: readonly WordSign[]
  readonly together: readonly TagSign[]
}

/**
 * Scores how likely a tag belongs on the text: its name is in the text, it is on earlier cards with the same
 * site, words or chosen tags, it is used often. The weights predicted best on real and generated histories
 * (see the benchmark). 0 without evidence. Being used often is evidence only where nothing is asked.
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
 * Returns whether a word is evidence for a tag: a third of its cards have the tag. If the word is on many cards, the
 * tag's cards among them must also exceed chance, by two standard deviations of a rare event. Words such as "the"
 * spread over cards of all tags, in any language, and say nothing.
 *
 * @param cardCount number of cards with the tag
 * @param cards number of earlier cards
 */
export function saysSomething({ count, of }: Share, cardCount: number, cards: number): boolean {
  if (count === 0 || count < of * TELLING_SHARE) return false
  const expected = (of * cardCount) / cards
  return of < JUDGED_FROM || count > expected + 2 * Math.sqrt(expected)
}

/** Returns what a word on so many cards with a tag adds to its `wordHits`. */
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
 * Returns the evidence of one sign for a tag: the smoothed share of its cards that have the tag, times the sign's
 * rarity. Smoothing adds one card that has the tag as often as any card does.
 *
 * Example: 3 of 4 cards of a site have the tag, the tag is on 100 of 1,000 cards. The smoothed share is (3 +
 * 0.1) / 5 = 0.62.
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

/** What says that a tag without evidence is in use: the newest cards, and cards of the tags that have evidence. */
interface RecentUse {
  /** Places of those newest cards that have it, from 0, ascending. */
  readonly places: readonly number[]
  /** For each tag that is suggested with evidence: how many of its cards have both. */
  readonly together: readonly Share[]
}

/** Scores a tag of the newest cards: what was used last, and goes with the tags that have evidence, comes first. */
export function recentScore({ places, together }: RecentUse): number {
  const recency = places.reduce((sum, place) => sum + 0.5 ** (place / HALF_LIFE_CARDS), 0)
  const shares = together.reduce((sum, { count, of }) => sum + count / (of + 1), 0)
  return recency / MOST_RECENCY + shares / Math.max(1, together.length)
}

/** Makes the suggestion of a tag without evidence, which says only that it was used lately. */
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

/** Tells the one chosen tag that is most often on the same card: several may each be on other cards. */
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
/** On fewer cards than this it does not show whether a word spreads over many tags. */
const JUDGED_FROM = 8
/** One card that shares one word may do so by chance. */
const NEEDED_HITS = 2
/** The number of newest cards whose tags count as recent. */
export const NEWEST_CARDS = 30
const HALF_LIFE_CARDS = 5
/** The recency of a tag on all of the newest cards, nearly. */
const MOST_RECENCY = 1 / (1 - 0.5 ** (1 / HALF_LIFE_CARDS))
const WEIGHTS = { inText: 4, site: 1, words: 0.4, together: 1.5, used: 1 } as const
