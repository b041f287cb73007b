import { type Card, DEFAULT_CARD_ORDER, NOTHING_ASKED, parseSearch, type Tag } from '@cardinal/domain'
import type { CardQuery } from '@cardinal/engine'
import { Random } from './random.ts'

/** Eight kinds of searches, 25 of each. */
export const TAG_KINDS = ['one tag', 'two tags', 'three tags', 'exclude'] as const
export const TEXT_KINDS = ['phrase', 'rare', 'frequent', 'none'] as const
export type SearchKind = (typeof TAG_KINDS)[number] | (typeof TEXT_KINDS)[number]
export type SearchesByKind = Readonly<Record<SearchKind, readonly CardQuery[]>>

const OF_EACH = 25

/** Searches made from cards of the workspace, so that each finds something (except `none`). */
export function makeSearches(cards: readonly Card[], tags: readonly Tag[], seed: number): SearchesByKind {
  const random = new Random(seed)
  const nameOf = new Map(tags.map((tag) => [tag.id, tag.name]))
  const namesOn = (card: Card) => card.tagIds.map((id) => nameOf.get(id) ?? '')
  const cardWith = (count: number) => pickCard(random, cards, (card) => card.tagIds.length >= count)
  const textsOf = (make: () => string) => Array.from({ length: OF_EACH }, () => searchFor(make()))
  return {
    'one tag': textsOf(() => namesOn(cardWith(1)).slice(0, 1).join(', ')),
    'two tags': textsOf(() => namesOn(cardWith(2)).slice(0, 2).join(', ')),
    'three tags': textsOf(() => namesOn(cardWith(3)).slice(0, 3).join(', ')),
    exclude: textsOf(() => namesOn(cardWith(2)).slice(0, 2).join(', -')),
    phrase: textsOf(() => somewhereIn(random, cardWith(1).content, 2 + random.below(2))),
    rare: textsOf(() => longestWord(cardWith(1).content)),
    frequent: textsOf(() => random.pick(['the', 'of', 'and', 'with', 'ing', 'of the', 'er', 'how to'])),
    none: textsOf(() => `nowhere${random.below(2 ** 31).toString(36)}`),
  }
}

export function searchFor(text: string): CardQuery {
  return {
    type: null,
    search: parseSearch(text),
    second: NOTHING_ASKED,
    onlyTags: false,
    colors: [],
    dates: null,
    done: null,
    order: DEFAULT_CARD_ORDER,
    offset: 0,
    limit: 25,
    parts: 'all',
  }
}

function pickCard(random: Random, cards: readonly Card[], isFit: (card: Card) => boolean): Card {
  for (;;) {
    const card = random.pick(cards)
    if (isFit(card)) return card
  }
}

function somewhereIn(random: Random, text: string, count: number): string {
  const words = text.replaceAll(',', '').split(' ')
  const start = random.below(Math.max(1, words.length - count))
  return words.slice(start, start + count).join(' ')
}

function longestWord(text: string): string {
  return text
    .replaceAll(',', '')
    .split(' ')
    .reduce((longest, word) => (word.length > longest.length ? word : longest), '')
}
