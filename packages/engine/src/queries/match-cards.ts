import { fold } from '@cardinal/domain'
import type { CardListing, CardMatches, CardQuery, ColorCount, ListQuery } from '../questions.ts'
import { addAll, type Bits, countBits, hasBit, slotsOf } from '../structures/bits.ts'
import { colorOfNumber } from '../structures/card-table.ts'
import { allComeAfter, firstSlots } from '../structures/top-slots.ts'
import type { Reader } from '../tables.ts'
import { cardOrderOf } from './card-order.ts'
import { cardSets, type SetReader, settledSet, withColors } from './card-sets.ts'
import { type CountingReader, countTagsOf } from './tag-counting.ts'
import { rankedCounts, type TagReader, tagSlots, tagsInUse } from './tag-rows.ts'

type MatchReader = SetReader & CountingReader

/** Search semantics, sections 3 to 5. */
export function matchCards(reader: MatchReader, query: CardQuery): CardMatches {
  if (query.parts === 'page')
    return { ...NO_COUNTS, ...pageOf(reader, query, firstWithoutCounts(reader, query)) }
  const set = settledSet(reader, cardSets(reader, query))
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

/** So many of all slots are gone into first; where they are few, it isn't worth two steps. */
const LAST_SLOTS = 1 / 16
const FEW_SLOTS = 4096
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

function firstOf(reader: MatchReader, { order, offset, limit }: ListQuery, matches: Bits): number[] {
  return firstSlots(matches, offset + limit, cardOrderOf(reader, order)).slice(offset)
}

/**
 * The page alone. While it isn't settled which cards contain the phrase, those alone are looked at that would be
 * on it. And where the newest cards come first, those of the last slots mostly make up the page: the others are
 * gone into only if one of them might come before what was found.
 */
function firstWithoutCounts(reader: MatchReader, query: CardQuery): number[] {
  const { cards } = reader
  const order = cardOrderOf(reader, query.order)
  const count = query.offset + query.limit
  const firstFrom = (from: number) => {
    const { sure, unsure, phrase } = cardSets(reader, query, from)
    if (unsure === null) return firstSlots(withColors(reader, sure, query.colors), count, order)
    const all = sure.slice()
    addAll(all, unsure)
    const isMatch = (slot: number) => hasBit(sure, slot) || reader.texts.contains(slot, phrase)
    return firstSlots(withColors(reader, all, query.colors), count, order, isMatch)
  }
  if (order.turn === -1 && order.best !== null && cards.usedSlots > FEW_SLOTS) {
    const from = ((cards.usedSlots * (1 - LAST_SLOTS)) >>> 8) << 8
    const last = firstFrom(from)
    if (last.length === count && allComeAfter(order, from, last[count - 1] as number))
      return last.slice(query.offset)
  }
  return firstFrom(0).slice(query.offset)
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
