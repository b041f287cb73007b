import { fold, type SearchTree, textsOfCard, wordsOf } from '@cardinal/domain'
import {
  addressPoints,
  MATCH_POINTS,
  titleMatched,
  titlePoints,
  wordsMatched,
} from '@cardinal/domain/best-match'
import { type Bits, bitsFor, hasBit, keepCommon, ordinalsOf, setBit } from '../structures/bits.ts'
import { sortKeyRange } from '../structures/card-table.ts'
import type { TextIndex } from '../structures/text-index.ts'
import type { CompareOrdinals, OrdinalOrder } from '../structures/top-ordinals.ts'
import type { Reader } from '../tables.ts'
import { tagsNamed } from './tag-rows.ts'

type MatchReader = Pick<Reader, 'cards' | 'tags' | 'texts' | 'taggedCards'>

interface WordCards {
  readonly word: string
  /** Cards with a tag that the word names. */
  readonly tagged: Bits
  /** Cards with each part of the word as a whole word. Null: the word has no letters or digits. */
  readonly whole: Bits | null
  /** The half-open range of `contentKey` of the cards whose title may begin with the word. */
  readonly least: number
  readonly above: number
}

/**
 * Returns the order "Best match" over these cards: docs/search.md, section 5. Points by tags and whole words come from
 * posting lists. Titles and addresses are read only of cards that would be on the page with the most points that they
 * may have.
 */
export function bestMatchOrder(reader: MatchReader, search: SearchTree, set: Bits): OrdinalOrder {
  const { cards } = reader
  // Reading `words` indexes all cards, which also sets their `contentKey`.
  const index = reader.texts.words
  const words = wordsMatched(search).map((word) => cardsOfWord(reader, index, word, set))
  const keys = mostPoints(reader, words, set)
  const isSettled = bitsFor(cards.capacity)
  for (const ordinal of ordinalsOf(set))
    keys[ordinal] = keyOf(keys[ordinal] as number, cards.createdAt.values[ordinal] as number)
  const settle = (ordinal: number): number => {
    if (hasBit(isSettled, ordinal)) return keys[ordinal] as number
    const card = cards.at(ordinal)
    const title = titleMatched(card)
    let points = 0
    for (const { word, tagged, whole } of words) {
      if (hasBit(tagged, ordinal)) points += MATCH_POINTS.tag
      else
        points +=
          titlePoints(title, word) ||
          (whole !== null && hasBit(whole, ordinal) ? MATCH_POINTS.hasWord : addressPoints(card, word))
    }
    setBit(isSettled, ordinal)
    const key = keyOf(points, card.createdAt)
    keys[ordinal] = key
    return key
  }
  const compareAges: CompareOrdinals = (a, b) =>
    (cards.createdAt.values[b] as number) - (cards.createdAt.values[a] as number) ||
    (cards.at(a).id < cards.at(b).id ? -1 : 1)
  const compare: CompareOrdinals = (a, b) => settle(b) - settle(a) || compareAges(a, b)
  return { keys, best: null, turn: -1, compare, settle, compareAges }
}

/** Returns the most points that each card may have. */
function mostPoints({ cards }: MatchReader, words: readonly WordCards[], set: Bits): Float64Array {
  const points = new Float64Array(cards.capacity)
  const { contentKey } = cards
  const [addressFrom, addressTo] = sortKeyRange('htt')
  for (const { tagged, whole, least, above } of words) {
    for (let i = 0; i < set.length; i++) {
      const [isTagged, isWhole] = [tagged[i] as number, whole === null ? -1 : (whole[i] as number)]
      for (let word = set[i] as number; word !== 0; word &= word - 1) {
        const bit = 31 - Math.clz32(word & -word)
        const ordinal = (i << 5) + bit
        const key = contentKey[ordinal] as number
        const mayBegin = (key >= least && key < above) || (key >= addressFrom && key < addressTo)
        const most = mayBegin
          ? MATCH_POINTS.titleBegins
          : (isWhole >>> bit) & 1
            ? MATCH_POINTS.titleHasWord
            : MATCH_POINTS.titleContains
        points[ordinal] = (points[ordinal] as number) + ((isTagged >>> bit) & 1 ? MATCH_POINTS.tag : most)
      }
    }
  }
  return points
}

function cardsOfWord(reader: MatchReader, index: TextIndex, word: string, set: Bits): WordCards {
  const tagged = bitsFor(reader.cards.capacity)
  reader.taggedCards.addTo(tagged, tagsNamed(reader, word), set)
  const [least, above] = sortKeyRange(word)
  return { word, tagged, whole: cardsWithWhole(reader, index, word, set), least, above }
}

/** The cards of a set that have each word of a text as a whole word. Null: the text has no words. */
function cardsWithWhole(
  { cards, texts }: MatchReader,
  index: TextIndex,
  text: string,
  set: Bits,
): Bits | null {
  const words = wordsOf(text)
  if (words.length === 0) return null
  let found: Bits | null = null
  for (const word of words) {
    const having = bitsFor(cards.capacity)
    for (const ordinal of index.cardsWithWord(word)) setBit(having, ordinal)
    if (found === null) found = having
    else keepCommon(found, having)
  }
  if (found === null) return null
  keepCommon(found, set)
  for (const ordinal of index.unlisted) {
    if (!hasBit(set, ordinal) || !words.every((word) => texts.contains(ordinal, word))) continue
    const own = new Set(textsOfCard(cards.at(ordinal)).flatMap((each) => wordsOf(fold(each))))
    if (words.every((word) => own.has(word))) setBit(found, ordinal)
  }
  return found
}

/** Sort key: more points first, then newer cards. Ages are cut to 0 … `AGES` − 1 ms since 1970. */
function keyOf(points: number, createdAt: number): number {
  return points * AGES + Math.min(Math.max(createdAt, 0), AGES - 1)
}

const AGES = 2 ** 42
