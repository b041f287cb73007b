import type { Id } from './id.ts'

/** A card that had no tag, with the tags that may belong on it, and the tags that are on it by now. */
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
  /** How many of the cards would get their first right tag by it, estimated. */
  readonly expected: number
}

/**
 * Chooses the tags that give most cards a right tag in one act each, the best first. Each counts what those before it leave:
 * a card that probably got a right tag already counts little.
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

/** The likelihood that none of the card's tags is right. A tag that was not estimated was chosen by the person. */
function leftOf({ labels, tagIds }: LikelyTags): number {
  return tagIds.reduce((left, id) => {
    const label = labels.find(({ tagId }) => tagId === id)
    return label === undefined ? 0 : left * (1 - label.likelihood)
  }, 1)
}

/** An act that probably helps less than one card is no help. */
const LEAST_GAIN = 0.5
