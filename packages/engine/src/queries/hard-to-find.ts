import { type Card, DEFAULT_CARD_ORDER, type Id } from '@cardinal/domain'
import type { HardToFind, HardToFindQuery } from '../questions.ts'
import { type Bits, keepCommon } from '../structures/bits.ts'
import { firstOrdinals, type OrdinalOrder } from '../structures/top-ordinals.ts'
import { choices, LABELS_TRIED, MOST_TRIED, TAGS_ADDED, wordsToBegin } from '../suggestions/reachable.ts'
import type { Reader } from '../tables.ts'
import { cardOrderOf } from './match-cards.ts'
import { cardsWithWords, settledSet } from './plain-words.ts'
import { suggestLabels } from './suggest-labels.ts'
import { cardsTagged } from './tag-rows.ts'

/** Finds cards that no search of three steps reaches: docs/search.md, section 7. */
export function hardToFind(reader: Reader, query: HardToFindQuery): HardToFind {
  const ids = nextIds(reader, query)
  const reach = new Reach(reader, query.first)
  const cards = ids.flatMap((cardId) => {
    const card = reader.cards.get(cardId)
    if (card === undefined || reach.isReached(card)) return []
    return [{ cardId, tagIds: query.withTags ? reach.tagsThatReach(card) : [] }]
  })
  return { read: ids.length, last: ids.at(-1) ?? null, cards }
}

/** Returns the ids that come after the given one. Sorts only a few at a time. */
function nextIds({ cards }: Reader, { among, after, limit }: HardToFindQuery): readonly Id[] {
  let found: Id[] = []
  const keepFirst = () => {
    found.sort()
    found = found.slice(0, limit)
  }
  let worst: Id | null = null
  const take = (id: Id) => {
    if ((after !== null && id <= after) || (worst !== null && id > worst)) return
    if (found.push(id) < 2 * limit) return
    keepFirst()
    worst = found.at(-1) ?? null
  }
  if (among === null) for (const { id } of cards.values()) take(id)
  else for (const id of new Set(among)) if (cards.get(id) !== undefined) take(id)
  keepFirst()
  return found
}

/** A condition of a search with its cards. */
interface Found {
  readonly key: string
  readonly cards: Bits
}

/** Tells which cards are among the first of a search. Keeps what it found for other cards with the same tags and words. */
class Reach {
  private readonly reader: Reader
  private readonly first: number
  private readonly order: OrdinalOrder
  private readonly found = new Map<string, Found>()
  /** The last of the first cards of a search by its conditions; null: it has no more. */
  private readonly lastOf = new Map<string, number | null>()

  constructor(reader: Reader, first: number) {
    this.reader = reader
    this.first = first
    this.order = cardOrderOf(reader, DEFAULT_CARD_ORDER)
  }

  isReached(card: Card): boolean {
    const { cards, texts, postings } = this.reader
    const ordinal = cards.ordinalOf(card.id) as number
    const rareFirst = (a: number, b: number) => postings.size(a) - postings.size(b)
    const tags = this.tagsOf(card)
      .sort(rareFirst)
      .map((tag) => this.tagged(tag))
    if (tags.some((tag) => this.isAmongFirst(ordinal, [tag]))) return true
    const words = wordsToBegin(card)
      .map((word) => ({ word, count: texts.words.countWithWord(word) }))
      .sort((a, b) => a.count - b.count)
    // Most cards have a rare word. The search for it is settled before those for the others begin.
    if (words.some(({ word }) => this.isAmongFirst(ordinal, [this.withWord(word)]))) return true
    return this.isReachedBySeveral(ordinal, [...tags, ...words.map(({ word }) => this.withWord(word))], tags)
  }

  /** Returns the likely tags of a card by which it would be reached, the likeliest first. */
  tagsThatReach(card: Card): readonly Id[] {
    const { cards, tags } = this.reader
    const ordinal = cards.ordinalOf(card.id) as number
    const [own, words] = [
      this.tagsOf(card).map((tag) => this.tagged(tag)),
      wordsToBegin(card).map((word) => this.withWord(word)),
    ]
    const { content: text, type, id: cardId } = card
    return suggestLabels(this.reader, { text, type, cardId, tagIds: [], now: 0, limit: LABELS_TRIED }).flatMap(
      ({ tag: { id } }) => {
        const added = this.tagged(tags.ordinalOf(id) as number)
        const isReached =
          this.isAmongFirst(ordinal, [added]) ||
          this.isReachedBySeveral(ordinal, [...own, ...words], own, [added])
        return isReached ? [id] : []
      },
    )
  }

  /** @param always a part of every search that is tried */
  private isReachedBySeveral(
    ordinal: number,
    starts: readonly Found[],
    tags: readonly Found[],
    always: readonly Found[] = [],
  ): boolean {
    for (const start of starts) {
      const others = tags.filter((tag) => tag !== start)
      const count = Math.min(TAGS_ADDED - always.length, others.length)
      for (const added of choices(others, count))
        if (this.isAmongFirst(ordinal, [start, ...always, ...added])) return true
    }
    return false
  }

  private isAmongFirst(ordinal: number, parts: readonly Found[]): boolean {
    const last = this.lastOfFirst(parts)
    return last === null || this.order.compare(ordinal, last) <= 0
  }

  private lastOfFirst(parts: readonly Found[]): number | null {
    const key = parts
      .map((part) => part.key)
      .sort()
      .join('\n')
    const known = this.lastOf.get(key)
    if (known !== undefined) return known
    const [start, ...others] = parts.map(({ cards }) => cards)
    const common = others.length === 0 ? start : start?.slice()
    if (common === undefined) return null
    for (const other of others) keepCommon(common, other)
    const last = firstOrdinals(common, this.first, this.order)[this.first - 1] ?? null
    this.lastOf.set(key, last)
    return last
  }

  private tagsOf(card: Card): number[] {
    const { tags } = this.reader
    return card.tagIds
      .flatMap((id) => (tags.get(id) === undefined ? [] : (tags.ordinalOf(id) ?? [])))
      .slice(0, MOST_TRIED)
  }

  private tagged(tag: number): Found {
    return this.keep(`#${tag}`, () => cardsTagged(this.reader, [tag], this.reader.cards.all))
  }

  private withWord(word: string): Found {
    const { reader } = this
    return this.keep(word, () => settledSet(reader, cardsWithWords(reader, [word], false, reader.cards.all)))
  }

  private keep(key: string, search: () => Bits): Found {
    const known = this.found.get(key)
    if (known !== undefined) return known
    const found = { key, cards: search() }
    this.found.set(key, found)
    return found
  }
}
