import type { Card } from '@cardinal/domain'
import type { UntaggedLabel } from '../questions.ts'
import { COMMON_WORD, readLabelText } from './texts.ts'

/** The cards with tags, from which labels are learned. Cards and tags are numbers; tags of hidden groups are left out. */
export interface TaggedSource {
  /** How many cards have a tag. */
  readonly count: number
  /** The cards with a tag that have a word, or belong to a site; ascending. */
  cardsWith(sign: Sign): ArrayLike<number>
  tagsOf(card: number): readonly number[]
  /** How many cards have the tag. */
  sizeOf(tag: number): number
  /** UTF-16 units of a card's text. */
  lengthOf(card: number): number
  /** The tags whose names are in these words, one after the other. */
  namedIn(words: readonly string[]): readonly number[]
}

/** A word of a text or a site, which similar cards share. */
export interface Sign {
  readonly kind: 'word' | 'site'
  readonly text: string
}

/** A tag that may belong on a card, by its number. */
export type Likely = Omit<UntaggedLabel, 'tagId'> & { readonly tag: number }

/**
 * Estimates which tags belong on cards without tags. Averages two estimates: the odds that the words and
 * sites of the card add up to, and the share of the tag among the most similar cards (k nearest neighbours).
 * The constants predicted best on real collections whose tags were hidden (see the benchmark).
 */
export class UntaggedRanking {
  readonly #source: TaggedSource
  readonly #signs = new Map<string, KnownSign | null>()

  constructor(source: TaggedSource) {
    this.#source = source
  }

  /** Returns the likely tags of a card. Unordered. */
  likelyOn(card: Card): Likely[] {
    const text = readLabelText(card.content, card)
    const signs = [
      ...text.sites.map((site): Sign => ({ kind: 'site', text: site })),
      ...text.distinctWords.map((word): Sign => ({ kind: 'word', text: word })),
    ].flatMap((sign) => this.#known(sign) ?? [])
    const odds = this.#oddsOf(signs)
    const near = this.#nearOf(signs)
    const named = this.#source.namedIn(text.words)
    const found: Likely[] = []
    for (const tag of new Set([...odds.keys(), ...near.keys(), ...named])) {
      const ofTag = odds.get(tag)
      const share = ((ofTag === undefined ? 0 : probability(ofTag.odds)) + (near.get(tag) ?? 0)) / 2
      const isNamed = named.includes(tag)
      const likelihood = isNamed ? Math.max(share, LIKELIHOOD_OF_NAME) : share
      if (likelihood < LEAST_LIKELIHOOD) continue
      found.push({ tag, likelihood, sign: isNamed ? null : (ofTag?.strongest ?? null) })
    }
    return found
  }

  /** Log odds by tag, for tags with evidence. */
  #oddsOf(signs: readonly KnownSign[]): Map<number, { odds: number; strongest: Sign; most: number }> {
    const found = new Map<number, { odds: number; strongest: Sign; most: number }>()
    for (const { sign, votes } of signs)
      for (const [tag, vote] of votes) {
        const before = found.get(tag)
        if (before === undefined)
          found.set(tag, { odds: this.#priorOdds(tag) + vote, strongest: sign, most: vote })
        else {
          before.odds += vote
          if (vote > before.most) Object.assign(before, { strongest: sign, most: vote })
        }
      }
    return found
  }

  /** The share of each tag among the most similar cards. */
  #nearOf(signs: readonly KnownSign[]): Map<number, number> {
    const source = this.#source
    const likeness = new Map<number, number>()
    for (const { cards, weight } of signs)
      if (cards.length <= MOST_COMMON * source.count)
        for (let i = 0; i < cards.length; i++) {
          const card = cards[i] as number
          likeness.set(card, (likeness.get(card) ?? 0) + weight)
        }
    const nearest = [...likeness]
      .map(([card, sum]) => [card, sum / Math.sqrt(1 + source.lengthOf(card) / UNITS_OF_A_WORD)] as const)
      .sort((a, b) => b[1] - a[1])
    // Ties with the last neighbour count too, so that the order of cards does not matter.
    const last = nearest[NEIGHBOURS - 1]?.[1] ?? 0
    const counted = nearest.filter(([, sum]) => sum >= last).slice(0, 2 * NEIGHBOURS)
    const strangers = Math.log(1 + source.count) ** 2 / Math.sqrt(10)
    const total = counted.reduce((sum, [, each]) => sum + each, strangers)
    const shares = new Map<number, number>()
    for (const [card, sum] of counted)
      for (const tag of source.tagsOf(card)) shares.set(tag, (shares.get(tag) ?? 0) + sum / total)
    return shares
  }

  #known(sign: Sign): KnownSign | null {
    const key = `${sign.kind} ${sign.text}`
    const known = this.#signs.get(key)
    if (known !== undefined) return known
    const made = this.#read(sign)
    this.#signs.set(key, made)
    return made
  }

  #read(sign: Sign): KnownSign | null {
    const source = this.#source
    const cards = source.cardsWith(sign)
    const of = cards.length
    if (of === 0 || (sign.kind === 'word' && of > COMMON_WORD)) return null
    const counts = new Map<number, number>()
    for (let i = 0; i < of; i++)
      for (const tag of source.tagsOf(cards[i] as number)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
    const votes: [tag: number, vote: number][] = []
    for (const [tag, count] of counts) {
      const prior = source.sizeOf(tag) / source.count
      const share = (count + PRIOR_CARDS * prior) / (of + PRIOR_CARDS)
      const vote = (logit(share) - logit(prior)) * TRUST_IN_A_SIGN
      if (vote > 0) votes.push([tag, vote])
    }
    return { sign, cards, votes, weight: Math.log(1 + source.count / of) ** 2 }
  }

  #priorOdds(tag: number): number {
    return logit(this.#source.sizeOf(tag) / this.#source.count)
  }
}

interface KnownSign {
  readonly sign: Sign
  readonly cards: ArrayLike<number>
  /** What the sign adds to the log odds of each tag. */
  readonly votes: readonly (readonly [tag: number, vote: number])[]
  /** What the sign adds to the similarity of two cards that share it. */
  readonly weight: number
}

/** Log odds of a share. Shares are kept away from 0 and 1, where the result is infinite. */
function logit(share: number): number {
  const cut = Math.min(0.999, Math.max(0.000_01, share))
  return Math.log(cut / (1 - cut))
}

function probability(odds: number): number {
  return 1 / (1 + Math.exp(-odds))
}

/** A less likely tag is not suggested. */
const LEAST_LIKELIHOOD = 0.4
const LIKELIHOOD_OF_NAME = 0.6
/** Cards added to each sign, with tags as common as on all cards (smoothing). */
const PRIOR_CARDS = 2
/** Signs of one card depend on each other, so their odds are scaled down before they are added. */
const TRUST_IN_A_SIGN = 0.5
/** Signs on a larger share of the cards don't count for similarity. */
const MOST_COMMON = 0.3
const NEIGHBOURS = 12
const UNITS_OF_A_WORD = 8
