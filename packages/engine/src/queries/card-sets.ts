import { CARD_TYPES, type CardType, type DateWindow, fold, type SearchQuery } from '@cardinal/domain'
import type { CardQuery, ListQuery } from '../questions.ts'
import {
  addAll,
  type Bits,
  bitsFor,
  clearBit,
  isEmpty,
  keepCommon,
  ordinalsOf,
  takeAway,
} from '../structures/bits.ts'
import { colorNumber } from '../structures/card-table.ts'
import type { Reader } from '../tables.ts'

export type SetReader = Pick<Reader, 'cards' | 'tags' | 'texts' | 'postings'>

/** Matches before the colour filter. The caller owns the bitmaps. */
export interface CardSets {
  /** Cards that match. */
  readonly sure: Bits
  /** Cards that match if their texts contain `phrase`. Some may be in `sure` too. Null: none. */
  readonly unsure: Bits | null
  readonly phrase: string
}

/**
 * docs/search.md, section 3, colour filter left out: from cheap to dear, each step on what is left.
 *
 * @param from cards with ordinals below it may be left out; a multiple of 256
 */
export function cardSets(reader: SetReader, query: ListQuery, from = 0): CardSets {
  const within = filteredCards(reader, query)
  const { includes, phrase } = query.search
  const folded = includes.map(fold)
  const sure = satisfyingEvery(reader, folded, query.onlyTags, within, from)
  if (query.onlyTags || !canPhraseAdd(reader, folded)) return { sure, unsure: null, phrase }
  const { sure: found, unsure } = reader.texts.candidates(phrase, from)
  for (const ordinals of [found, unsure])
    if (ordinals !== null && within !== null) keepCommon(ordinals, within)
  if (found !== null) addAll(sure, found)
  return { sure, unsure, phrase }
}

/** Resolves the unsure cards by scanning them; still without the colour filter. Consumes the bitmaps. */
export function settledSet(reader: SetReader, { sure, unsure, phrase }: CardSets): Bits {
  if (unsure === null) return sure
  takeAway(unsure, sure)
  reader.texts.keepContaining(unsure, phrase)
  addAll(sure, unsure)
  return sure
}

/** Keeps the cards whose colour is asked for. */
export function withColors({ cards }: Pick<Reader, 'cards'>, set: Bits, colors: CardQuery['colors']): Bits {
  if (colors.length === 0) return set
  const wanted = new Uint8Array(32)
  for (const color of colors) wanted[colorNumber(color)] = 1
  const kept = set.slice()
  for (const ordinal of ordinalsOf(set))
    if (wanted[cards.color[ordinal] as number] === 0) clearBit(kept, ordinal)
  return kept
}

/** A new bitmap of the cards of a type; null: of all types. */
export function cardsOfType({ cards }: Pick<Reader, 'cards'>, type: CardType | null): Bits {
  const bits = type === null ? cards.all : (cards.byType[CARD_TYPES.indexOf(type)] as Bits)
  return bits.slice()
}

/** Applies type, excluded tags, dates, completion and second searchbar; null when none is asked for. */
function filteredCards(reader: SetReader, query: ListQuery): Bits | null {
  const { excludes } = query.search
  const hasSecond = query.second.includes.length + query.second.excludes.length > 0
  const { done } = reader.cards
  const leavesOutDone = query.done === false && !isEmpty(done)
  const isPlain = query.type === null && excludes.length === 0 && query.dates === null && !hasSecond
  if (isPlain && !leavesOutDone && query.done !== true) return null
  const within = cardsOfType(reader, query.type)
  if (query.done === true) keepCommon(within, done)
  if (leavesOutDone) takeAway(within, done)
  for (const word of excludes)
    for (const tag of reader.tags.implied.withImplying(reader.tags.namedBy(fold(word))))
      reader.postings.takeFrom(within, tag)
  if (query.dates !== null) keepInWindow(reader, within, query.dates)
  return withSecond(reader, within, query.second)
}

function keepInWindow({ cards }: SetReader, within: Bits, { field, start, end }: DateWindow): void {
  const { values } = field === 'created' ? cards.createdAt : cards.updatedAt
  const from = start ?? Number.NEGATIVE_INFINITY
  const to = end ?? Number.POSITIVE_INFINITY
  for (const ordinal of ordinalsOf(within)) {
    const time = values[ordinal] as number
    if (time < from || time >= to) clearBit(within, ordinal)
  }
}

function withSecond(reader: SetReader, within: Bits, second: SearchQuery): Bits {
  let left = within
  for (const keyword of second.includes) {
    if (isEmpty(left)) return left
    left = reader.texts.find(fold(keyword), left)
  }
  for (const keyword of second.excludes) {
    if (isEmpty(left)) return left
    takeAway(left, reader.texts.find(fold(keyword), left))
  }
  return left
}

/**
 * Whether a card may contain the phrase without satisfying every word. Not so when none of the words names a
 * tag: a text with the phrase contains each word. Nor for a single word, which is the phrase itself.
 */
function canPhraseAdd({ tags }: SetReader, folded: readonly string[]): boolean {
  if (folded.length < 2) return folded.length === 1
  return folded.some((word) => tags.namedBy(word).length > 0)
}

/** Filters `within` (or all cards) by every folded word. */
function satisfyingEvery(
  reader: SetReader,
  folded: readonly string[],
  onlyTags: boolean,
  within: Bits | null,
  from: number,
): Bits {
  let left = within
  const keep = (satisfying: Bits) => {
    if (left !== null) keepCommon(satisfying, left)
    left = satisfying
  }
  // Words that name tags come first: they are cheap and leave few cards.
  const unnamed: string[] = []
  for (const word of folded) {
    const tags = reader.tags.namedBy(word)
    if (tags.length === 0) unnamed.push(word)
    else keep(postingsOf(reader, tags, from))
  }
  // A single word is also the phrase, which is searched anyway.
  const looksIntoTexts = !onlyTags && folded.length > 1
  // Long words are on few cards. Stops as soon as no card is left.
  for (const word of unnamed.sort((a, b) => b.length - a.length)) {
    if (left !== null && isEmpty(left)) break
    const satisfying = postingsOf(reader, reader.tags.withPartBeginning(word), from)
    if (looksIntoTexts) addAll(satisfying, reader.texts.find(word, left, from))
    keep(satisfying)
  }
  return left ?? cardsOfType(reader, null)
}

/** The cards of the tags, and of all tags that imply one. */
function postingsOf(reader: SetReader, tags: readonly number[], from: number): Bits {
  const bits = bitsFor(reader.cards.capacity)
  for (const tag of reader.tags.implied.withImplying(tags)) reader.postings.addTo(bits, tag, from)
  return bits
}
