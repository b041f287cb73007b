import type { Id } from './id.ts'

/** A card that was untagged, with its likely tags and its present tags. */
export interface LikelyTags {
  readonly cardId: Id
  /** Likelihoods from 0 to 1. */
  readonly labels: readonly { readonly tagId: Id; readonly likelihood: number }[]
  readonly tagIds: readonly Id[]
}

/** A tag to put on some cards in one act. */
export interface TagOffer {
  readonly tagId: Id
  /** The likeliest first. */
  readonly cardIds: readonly Id[]
  /** Estimated number of these cards that get their first right tag by it. */
  readonly expected: number
}

/**
 * Chooses the tags that give most cards a right tag, each in one act, the best first. A card that probably
 * has a right tag by an earlier offer counts less for the later ones.
 */
export function untaggedOffers(cards: readonly LikelyTags[], limit: number): readonly TagOffer[] {
  const open = cards.map((card) => ({ card, left: leftOf(card) }))
  const offers: TagOffer[] = []
  while (offers.length < limit) {
    const gains = new Map<Id, number>()
    for (const { card, left } of open)
      for (const { tagId, likelihood } of card.labels)
        if (!card.tagIds.includes(tagId)) gains.set(tagId, (gains.get(tagId) ?? 0) + left * likelihood)
    for (const { tagId } of offers) gains.delete(tagId)
    const [best] = [...gains].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    if (best === undefined || best[1] < LEAST_GAIN) break
    const [tagId, expected] = best
    const on: { cardId: Id; likelihood: number }[] = []
    for (const each of open) {
      const label = each.card.labels.find((one) => one.tagId === tagId)
      if (label === undefined || each.card.tagIds.includes(tagId)) continue
      on.push({ cardId: each.card.cardId, likelihood: label.likelihood })
      each.left *= 1 - label.likelihood
    }
    on.sort((a, b) => b.likelihood - a.likelihood)
    offers.push({ tagId, expected, cardIds: on.map(({ cardId }) => cardId) })
  }
  return offers
}

/**
 * The probability that the card still needs a right tag. A tag without an estimate was chosen by the person,
 * and is right.
 */
function leftOf({ labels, tagIds }: LikelyTags): number {
  return tagIds.reduce((left, id) => {
    const label = labels.find(({ tagId }) => tagId === id)
    return label === undefined ? 0 : left * (1 - label.likelihood)
  }, 1)
}

/** Cards. An offer that is expected to help fewer is left out. */
const LEAST_GAIN = 0.5
