import { allOf, compareCodePoints, FEW_MATCHES, partsOf, wordsOf } from '@cardinal/domain'
import { type Closeness, compareCloseness, singleWords } from '@cardinal/domain/loose'
import {
  CLOSE_WORDS,
  type CloseWord,
  type LooseGroup,
  type LooseMatches,
  type LooseQuery,
} from '../questions.ts'
import {
  addAll,
  type Bits,
  bitsFor,
  countBits,
  countCommon,
  hasBit,
  holdsAtMost,
  isEmpty,
  keepCommon,
  ordinalsOf,
  setBit,
  takeAway,
} from '../structures/bits.ts'
import { firstOrdinals, type OrdinalOrder } from '../structures/top-ordinals.ts'
import { matchesOf, type SetReader } from './card-sets.ts'
import { cardOrderOf } from './match-cards.ts'
import { addCardsWithTagOf } from './plain-words.ts'
import { type TagReader, tagOrdinals, tagsInUse } from './tag-rows.ts'

type LooseReader = SetReader & TagReader

/** Implements docs/search.md, section 10. */
export function looseMatches(reader: LooseReader, query: LooseQuery): LooseMatches {
  const words = singleWords(query.search)
  const exact = words.length === 0 ? null : matchesOf(reader, { ...query, offset: 0 })
  if (exact === null || !holdsAtMost(exact, FEW_MATCHES - 1)) return NOTHING_LOOSE
  const others = partsOf(query.search).filter((part) => part.kind !== 'words')
  const within = matchesOf(reader, { ...query, offset: 0, search: allOf(others) })
  const having = words.map((word) => cardsHaving(reader, word, query.onlyTags, within))
  const anyOrder = commonOf(within, having)
  takeAway(anyOrder, exact)
  const order = cardOrderOf(reader, query.order)
  const answer = { words, anyOrder: groupOf(reader, anyOrder, query, order) }
  addAll(anyOrder, exact)
  if (!holdsAtMost(anyOrder, FEW_MATCHES - 1)) return { ...answer, close: NO_CLOSE }
  return { ...answer, close: closeGroup(reader, query, within, anyOrder, { words, having }) }
}

const NO_GROUP: LooseGroup = { total: 0, cards: [], tags: [] }
const NO_CLOSE: LooseMatches['close'] = { ...NO_GROUP, words: [] }
const NOTHING_LOOSE: LooseMatches = { words: [], anyOrder: NO_GROUP, close: NO_CLOSE }

interface TypedWords {
  readonly words: readonly string[]
  /** The cards that have each of the words. */
  readonly having: readonly Bits[]
}

/** @param found cards that are found without close words */
function closeGroup(
  reader: LooseReader,
  query: LooseQuery,
  within: Bits,
  found: Bits,
  { words, having }: TypedWords,
): LooseMatches['close'] {
  const closeWords = words.map((word, at) =>
    isSpelledRight(reader, word, having[at] as Bits, query.onlyTags, within)
      ? []
      : cardsOfCloseWords(reader, word, query.onlyTags, within),
  )
  const either = closeWords.map((close, at) => {
    const cards = (having[at] as Bits).slice()
    for (const each of close) addAll(cards, each.cards)
    return cards
  })
  const cards = commonOf(within, either)
  takeAway(cards, found)
  if (isEmpty(cards)) return NO_CLOSE
  const distances = new Uint16Array(reader.cards.capacity)
  const counted = closeWords.flatMap((close, at) => {
    const left = cards.slice()
    takeAway(left, having[at] as Bits)
    const counts = close.map((each): CloseWord => {
      const count = countCommon(each.cards, left)
      return { typed: words[at] as string, word: each.word, count }
    })
    addDistances(distances, close, left)
    return counts.filter(({ count }) => count > 0)
  })
  return {
    ...groupOf(reader, cards, query, byDistance(distances, cardOrderOf(reader, query.order))),
    words: counted,
  }
}

/** Adds the distance of the closest word that each card has. Consumes the bitmap of cards. */
function addDistances(distances: Uint16Array, close: readonly CloseCards[], left: Bits): void {
  for (const { cards, closeness } of close) {
    const here = left.slice()
    keepCommon(here, cards)
    const { distance } = closeness
    for (const ordinal of ordinalsOf(here)) distances[ordinal] = (distances[ordinal] as number) + distance
    takeAway(left, here)
  }
}

function byDistance(distances: Uint16Array, order: OrdinalOrder): OrdinalOrder {
  const compare = (a: number, b: number) =>
    (distances[a] as number) - (distances[b] as number) || order.compare(a, b)
  return { keys: distances, best: null, turn: 1, compare }
}

interface CloseCards {
  readonly word: string
  readonly closeness: Closeness
  readonly cards: Bits
}

/** Whether a typed word is a word of a card of `within`, or is contained in words of a few such cards. */
function isSpelledRight(
  reader: LooseReader,
  typed: string,
  having: Bits,
  onlyTags: boolean,
  within: Bits,
): boolean {
  if (!holdsAtMost(having, FEW_MATCHES - 1)) return true
  const tagged = bitsFor(reader.cards.capacity)
  reader.taggedCards.addTo(tagged, reader.tags.withWord(typed), within)
  if (!isEmpty(tagged)) return true
  return !onlyTags && reader.texts.words.cardsWithWord(typed).some((ordinal) => hasBit(within, ordinal))
}

/**
 * A close word from a text (`token`, otherwise -1), from tag names (`tags`), or a joined word (`ordinals` of
 * its cards).
 */
interface FoundWord {
  readonly closeness: Closeness
  readonly token: number
  readonly tags: readonly number[]
  readonly ordinals?: Iterable<number>
}

/** Returns the first few close words that cards of `within` have, with these cards. */
function cardsOfCloseWords(
  reader: LooseReader,
  typed: string,
  onlyTags: boolean,
  within: Bits,
): CloseCards[] {
  if (wordsOf(typed)[0] !== typed) return []
  const found = new Map<string, FoundWord>()
  for (const { text, closeness, tags } of reader.tags.closeWords(typed))
    found.set(text, { closeness, token: -1, tags })
  const texts = onlyTags ? null : reader.texts.words
  for (const { text, token, closeness } of texts?.closeWords(typed) ?? [])
    found.set(text, { closeness, token, tags: found.get(text)?.tags ?? [] })
  for (const { text, closeness, ordinals } of texts?.closeJoinedWords(typed) ?? [])
    found.set(text, { closeness, token: -1, tags: [], ordinals })
  const inOrder = [...found].sort(
    ([word, a], [other, b]) => compareCloseness(a.closeness, b.closeness) || compareCodePoints(word, other),
  )
  const kept: CloseCards[] = []
  for (const [word, { closeness, token, tags, ordinals = [] }] of inOrder) {
    if (kept.length === CLOSE_WORDS) break
    const cards = bitsFor(reader.cards.capacity)
    reader.taggedCards.addTo(cards, tags, within)
    if (token >= 0) texts?.addToken(cards, token, within)
    for (const ordinal of ordinals) if (hasBit(within, ordinal)) setBit(cards, ordinal)
    if (!isEmpty(cards)) kept.push({ word, closeness, cards })
  }
  return kept
}

/** Returns the cards of `within` that satisfy a word, or whose texts contain it. */
function cardsHaving(reader: LooseReader, word: string, onlyTags: boolean, within: Bits): Bits {
  const found = bitsFor(reader.cards.capacity)
  addCardsWithTagOf(reader, word, found)
  keepCommon(found, within)
  if (!onlyTags) addAll(found, reader.texts.find(word, within))
  return found
}

function commonOf(within: Bits, all: readonly Bits[]): Bits {
  const common = within.slice()
  for (const each of all) keepCommon(common, each)
  return common
}

function groupOf(reader: LooseReader, found: Bits, { limit }: LooseQuery, order: OrdinalOrder): LooseGroup {
  const cards = firstOrdinals(found, limit, order).map((ordinal) => reader.cards.at(ordinal))
  const tagIds = new Set(cards.flatMap((card) => card.tagIds))
  return { total: countBits(found), cards, tags: tagsInUse(reader, tagOrdinals(reader, [...tagIds])) }
}
