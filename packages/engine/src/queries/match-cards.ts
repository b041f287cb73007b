import { fold } from '@cardinal/domain'
import type { CardListing, CardMatches, CardQuery, ColorCount, ListQuery } from '../questions.ts'
import { addAll, type Bits, countBits, hasBit, slotsOf } from '../structures/bits.ts'
import { colorOfNumber } from '../structures/card-table.ts'
import { firstSlots } from '../structures/top-slots.ts'
import type { Reader } from '../tables.ts'
import { cardOrderOf } from './card-order.ts'
import { type CardSets, cardSets, type SetReader, settledSet, withColors } from './card-sets.ts'
import { type CountingReader, countTagsOf } from './tag-counting.ts'
import { rankedCounts, type TagReader, tagSlots, tagsInUse } from './tag-rows.ts'

type MatchReader = SetReader & CountingReader

/** Search semantics, sections 3 to 5. */
export function matchCards(reader: MatchReader, query: CardQuery): CardMatches {
  const sets = cardSets(reader, query)
  if (query.parts === 'page')
    return { ...NO_COUNTS, ...pageOf(reader, query, firstOfSets(reader, query, sets)) }
  const set = settledSet(reader, sets)
  const matches = withColors(reader, set, query.colors)
  const slots = slotsOf(matches)
  const page = query.parts === 'counts' ? [] : firstOf(reader, query, matches)
  return {
    ...pageOf(reader, query, page),
    total: slots.length,
    colorCounts: countColors(reader, matches === set ? slots : slotsOf(set)),
    intersectionCounts: rankedCounts(reader, countTagsOf(reader, matches, slots.length, slots)),
  }
}

/** The same search, with what a list shows of it and no counts beside it. */
export function listCards(reader: MatchReader & TagReader, query: ListQuery): CardListing {
  const matches = withColors(reader, settledSet(reader, cardSets(reader, query)), query.colors)
  const page = pageOf(reader, query, firstOf(reader, query, matches))
  const tagIds = new Set(page.cards.flatMap((card) => card.tagIds))
  return { ...page, total: countBits(matches), tags: tagsInUse(reader, tagSlots(reader, [...tagIds])) }
}

const NO_COUNTS = { total: -1, colorCounts: [], intersectionCounts: [] }

/** How many cards have each colour: most first, ties by name, colourless last among equals. */
export function countColors({ cards }: Pick<Reader, 'cards'>, slots: Uint32Array): ColorCount[] {
  const counts = new Uint32Array(32)
  for (let i = 0; i < slots.length; i++) {
    const color = cards.color[slots[i] as number] as number
    counts[color] = (counts[color] as number) + 1
  }
  return [...counts]
    .map((count, number) => ({ color: colorOfNumber(number), count }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || compareColors(a, b))
}

function compareColors(a: ColorCount, b: ColorCount): number {
  if (a.color === null) return 1
  if (b.color === null) return -1
  return a.color < b.color ? -1 : 1
}

function firstOf(
  reader: MatchReader,
  { order, offset, limit }: ListQuery,
  matches: Bits,
  isMatch?: (slot: number) => boolean,
): number[] {
  return firstSlots(matches, offset + limit, cardOrderOf(reader, order), isMatch).slice(offset)
}

/** The page while it isn't settled which cards contain the phrase: looks at those alone that would be on it. */
function firstOfSets(reader: MatchReader, query: CardQuery, { sure, unsure, phrase }: CardSets): number[] {
  if (unsure === null) return firstOf(reader, query, withColors(reader, sure, query.colors))
  const all = sure.slice()
  addAll(all, unsure)
  const isMatch = (slot: number) => hasBit(sure, slot) || reader.texts.contains(slot, phrase)
  return firstOf(reader, query, withColors(reader, all, query.colors), isMatch)
}

function pageOf(
  reader: MatchReader,
  query: ListQuery,
  slots: readonly number[],
): Pick<CardMatches, 'cards' | 'tagRanks'> {
  const named = query.search.includes.map((word) => reader.tags.namedBy(fold(word)))
  const rankOf = (slot: number) =>
    named.filter((tags) => tags.some((tag) => reader.carried.has(slot, tag))).length
  return {
    cards: slots.map((slot) => reader.cards.at(slot)),
    tagRanks: slots.map((slot) => ({ cardId: reader.cards.at(slot).id, rank: rankOf(slot) })),
  }
}
