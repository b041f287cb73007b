import { fold } from '@cardinal/domain'
import type { CardListing, CardMatches, CardQuery, ColorCount, ListQuery } from '../questions.ts'
import { addAll, type Bits, clearBit, hasBit, setBit, slotsOf } from '../structures/bits.ts'
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
    return { ...NO_COUNTS, ...pageOf(reader, query, firstOfUnsettled(reader, query, sets)) }
  const set = settledSet(reader, sets)
  const matches = withColors(reader, set, query.colors)
  const slots = slotsOf(matches)
  const page = query.parts === 'counts' ? [] : firstOf(reader, query, slots)
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
  const slots = slotsOf(matches)
  const page = pageOf(reader, query, firstOf(reader, query, slots))
  const tagIds = new Set(page.cards.flatMap((card) => card.tagIds))
  return { ...page, total: slots.length, tags: tagsInUse(reader, tagSlots(reader, [...tagIds])) }
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

function firstOf(reader: MatchReader, { order, offset, limit }: ListQuery, slots: Uint32Array): number[] {
  return firstSlots(slots, offset + limit, cardOrderOf(reader, order)).slice(offset)
}

/**
 * The page while it isn't settled which cards contain the phrase: takes the first ones as if all did,
 * looks at those alone, and takes more only as long as too many of them turn out not to.
 */
function firstOfUnsettled(reader: MatchReader, query: CardQuery, sets: CardSets): number[] {
  const sure = withColors(reader, sets.sure, query.colors)
  if (sets.unsure === null) return firstOf(reader, query, slotsOf(sure))
  const unsure = withColors(reader, sets.unsure, query.colors).slice()
  const order = cardOrderOf(reader, query.order)
  const wanted = query.offset + query.limit
  for (let taken = 2 * wanted; ; taken *= 4) {
    const all = sure.slice()
    addAll(all, unsure)
    const slots = slotsOf(all)
    const first = firstSlots(slots, taken, order).filter((slot) =>
      settle(reader, sure, unsure, slot, sets.phrase),
    )
    if (first.length >= wanted || taken >= slots.length) return first.slice(query.offset, wanted)
  }
}

/** Looks at an unsure card, once: it becomes a sure one, or is none of them any more. */
function settle({ texts }: MatchReader, sure: Bits, unsure: Bits, slot: number, phrase: string): boolean {
  if (hasBit(sure, slot)) return true
  clearBit(unsure, slot)
  if (!texts.contains(slot, phrase)) return false
  setBit(sure, slot)
  return true
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
