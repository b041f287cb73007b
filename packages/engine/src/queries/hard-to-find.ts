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
    return [{ cardId, tags: query.withTags ? reach.tagsThatReach(card) : [] }]
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

/** One condition of a search, with the cards that meet it. */
interface Found {
  readonly key: string
  readonly cards: Bits
}

/**
 * Yields all searches of one start and `most` tags, or of all tags if there are fewer. Shorter searches find
 * at least the same cards.
 */
function* searches(
  starts: readonly Found[],
  tags: readonly Found[],
  most: number,
): Generator<readonly Found[]> {
  for (const start of starts) {
    const others = tags.filter((tag) => tag !== start)
    for (const added of choices(others, Math.min(most, others.length))) yield [start, ...added]
  }
}

/**
 * Whether cards are among the first results of a search. Results are cached, because cards share tags and
 * words.
 */
class Reach {
  private readonly reader: Reader
  private readonly first: number
  private readonly order: OrdinalOrder
  private readonly found = new Map<string, Found>()
  /** The first cards of a search by its conditions. */
  private readonly firstCards = new Map<string, readonly number[]>()

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
    // Try single words first: most cards have a rare word that is enough.
    if (words.some(({ word }) => this.isAmongFirst(ordinal, [this.withWord(word)]))) return true
    const starts = [...tags, ...words.map(({ word }) => this.withWord(word))]
    for (const parts of searches(starts, tags, TAGS_ADDED)) if (this.isAmongFirst(ordinal, parts)) return true
    return false
  }

  /** Returns the likely tags of a card by which it would be reached, the likeliest first. */
  tagsThatReach(card: Card): HardToFind['cards'][number]['tags'] {
    const { cards, tags } = this.reader
    const ordinal = cards.ordinalOf(card.id) as number
    const own = this.tagsOf(card).map((tag) => this.tagged(tag))
    const starts = [...own, ...wordsToBegin(card).map((word) => this.withWord(word))]
    const { content: text, type, id: cardId } = card
    const likely = suggestLabels(this.reader, {
      text,
      type,
      cardId,
      tagIds: [],
      now: 0,
      limit: LABELS_TRIED,
    })
    return likely.flatMap(({ tag: { id: tagId } }) => {
      const added = this.tagged(tags.ordinalOf(tagId) as number)
      let before = this.countBefore(ordinal, [added])
      for (const parts of searches(starts, own, TAGS_ADDED - 1))
        before = Math.min(before, this.countBefore(ordinal, [...parts, added]))
      return before < this.first ? [{ tagId, before }] : []
    })
  }

  private isAmongFirst(ordinal: number, parts: readonly Found[]): boolean {
    const found = this.firstOf(parts)
    return found.length < this.first || this.order.compare(ordinal, found[this.first - 1] as number) <= 0
  }

  /** Counts the first cards of a search that come before this card, even if the search does not find this card. */
  private countBefore(ordinal: number, parts: readonly Found[]): number {
    return this.firstOf(parts).filter((each) => each !== ordinal && this.order.compare(each, ordinal) < 0)
      .length
  }

  private firstOf(parts: readonly Found[]): readonly number[] {
    const key = parts
      .map((part) => part.key)
      .sort()
      .join('\n')
    const known = this.firstCards.get(key)
    if (known !== undefined) return known
    const [start, ...others] = parts.map(({ cards }) => cards)
    const common = others.length === 0 ? start : start?.slice()
    if (common === undefined) return []
    for (const other of others) keepCommon(common, other)
    const found = firstOrdinals(common, this.first, this.order)
    this.firstCards.set(key, found)
    return found
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
