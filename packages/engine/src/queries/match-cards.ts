import { type CardOrder, compareCodePoints, namesAsked, placeOf } from '@cardinal/domain'
import type { CardListing, CardMatches, CardPlace, CardQuery, ListQuery } from '../questions.ts'
import { addAll, type Bits, bitsFor, countBits, hasBit, setBit } from '../structures/bits.ts'
import type { BoundedColumn } from '../structures/bounded-column.ts'
import { type CompareOrdinals, firstOrdinals, type OrdinalOrder } from '../structures/top-ordinals.ts'
import type { Reader } from '../tables.ts'
import { bestMatchOrder } from './best-match.ts'
import { cardSet, cardSets, matchesOf, type SetReader, withColors } from './card-sets.ts'
import { type CountingReader, countable, countColors, countTagsOf } from './counting.ts'
import { rankedCounts, type TagReader, tagOrdinals, tagsInUse, tagsNamed } from './tag-rows.ts'

type MatchReader = SetReader & CountingReader

/** Implements docs/search.md, sections 3 to 5. */
export function matchCards(reader: MatchReader, query: CardQuery): CardMatches {
  if (query.parts === 'page')
    return { ...NO_COUNTS, ...pageOf(reader, query, firstWithoutCounts(reader, query)) }
  const set = cardSet(reader, query)
  const matches = withColors(reader, set, query.colors)
  const counted = countable(reader, matches)
  const page = query.parts === 'counts' ? [] : firstOf(reader, query, matches)
  return {
    ...pageOf(reader, query, page),
    total: counted.size,
    colorCounts: countColors(reader, matches === set ? counted : countable(reader, set)),
    intersectionCounts: rankedCounts(reader, countTagsOf(reader, counted)),
  }
}

/** As `matchCards`, with the parts that a list shows, and without counts. */
export function listCards(reader: MatchReader & TagReader, query: ListQuery): CardListing {
  const matches = matchesOf(reader, query)
  const page = pageOf(reader, query, firstOf(reader, query, matches))
  const tagIds = new Set(page.cards.flatMap((card) => card.tagIds))
  const total = countBits(matches)
  const hides = query.hidden !== undefined && query.hidden.length > 0
  const hidden = hides ? countBits(matchesOf(reader, { ...query, hidden: [] })) - total : 0
  return { ...page, total, hidden, tags: tagsInUse(reader, tagOrdinals(reader, [...tagIds])) }
}

const NO_COUNTS = { total: -1, colorCounts: [], intersectionCounts: [] }

/** @param isMatch filter that is called only for ordinals that would be on the page */
function firstOf(
  reader: MatchReader,
  { order, search, offset, limit, from }: ListQuery,
  cards: Bits,
  isMatch: (ordinal: number) => boolean = () => true,
): number[] {
  const cardOrder = order.by === 'best' ? bestMatchOrder(reader, search, cards) : cardOrderOf(reader, order)
  const isBehind = from === undefined ? () => true : behind(reader, cardOrder, from)
  const isWanted = (ordinal: number) => isBehind(ordinal) && isMatch(ordinal)
  return firstOrdinals(cards, offset + limit, cardOrder, isWanted).slice(offset)
}

function behind({ cards }: MatchReader, { keys, turn }: OrdinalOrder, { time, id }: CardPlace) {
  return (ordinal: number) => {
    const later = turn * ((keys[ordinal] as number) - time)
    return later > 0 || (later === 0 && cards.at(ordinal).id >= id)
  }
}

/** Finds only the page. Unsure cards are scanned only if they could be on it. */
function firstWithoutCounts(reader: MatchReader, query: CardQuery): number[] {
  const { sure, unsure, phrase } = cardSets(reader, query)
  if (unsure === null) return firstOf(reader, query, withColors(reader, sure, query.colors))
  const all = sure.slice()
  addAll(all, unsure)
  const isMatch = (ordinal: number) => hasBit(sure, ordinal) || reader.texts.contains(ordinal, phrase)
  return firstOf(reader, query, withColors(reader, all, query.colors), isMatch)
}

function pageOf(
  reader: MatchReader,
  query: ListQuery,
  ordinals: readonly number[],
): Pick<CardMatches, 'cards' | 'tagRanks'> {
  const { cards, taggedCards } = reader
  const ranks = new Uint32Array(ordinals.length)
  const page = bitsFor(cards.capacity)
  for (const ordinal of ordinals) setBit(page, ordinal)
  for (const name of namesAsked(query.search)) {
    const found = bitsFor(cards.capacity)
    taggedCards.addTo(found, tagsNamed(reader, name), page)
    for (const [at, ordinal] of ordinals.entries())
      if (hasBit(found, ordinal)) ranks[at] = (ranks[at] ?? 0) + 1
  }
  return {
    cards: ordinals.map((ordinal) => cards.at(ordinal)),
    tagRanks: ordinals.map((ordinal, at) => ({ cardId: cards.at(ordinal).id, rank: ranks[at] ?? 0 })),
  }
}

/**
 * An order of docs/search.md, section 5, over ordinals. Ties are broken by id. In a search without words, the
 * newest cards match best.
 */
export function cardOrderOf(reader: Pick<Reader, 'cards' | 'texts'>, order: CardOrder): OrdinalOrder {
  const { cards } = reader
  const turn = ['recently', 'most', 'best'].includes(order.by) || order.of === 'desc' ? -1 : 1
  const byId: CompareOrdinals = (a, b) => compareTexts(cards.at(a).id, cards.at(b).id)
  const { keys, least, greatest } = columnOf(cards, order)
  const best = turn === 1 ? least : greatest
  // Two cards without a due date have infinite keys, whose difference is NaN.
  const byKey: CompareOrdinals = (a, b) => turn * ((keys[a] as number) - (keys[b] as number)) || 0
  if (order.by === 'by-hand') {
    const byPlace: CompareOrdinals = (a, b) => compareTexts(placeOf(cards.at(a)), placeOf(cards.at(b)))
    return { keys, best, turn, compare: (a, b) => byKey(a, b) || byPlace(a, b) || byId(a, b) }
  }
  if (order.by === 'soonest') {
    const created = cards.createdAt.values
    const byAge: CompareOrdinals = (a, b) => (created[b] as number) - (created[a] as number)
    return { keys, best, turn, compare: (a, b) => byKey(a, b) || byAge(a, b) || byId(a, b) }
  }
  if (order.by !== 'alphabetically') return { keys, best, turn, compare: (a, b) => byKey(a, b) || byId(a, b) }
  const { words } = reader.texts
  const byContent: CompareOrdinals = (a, b) =>
    turn * compareCodePoints(words.contentOf(a), words.contentOf(b))
  return { keys, best, turn, compare: (a, b) => byKey(a, b) || byContent(a, b) || byId(a, b) }
}

interface Column {
  readonly keys: OrdinalOrder['keys']
  /** Bounds of each block of 32 ordinals; null where no bounds are kept. */
  readonly least: Float64Array | null
  readonly greatest: Float64Array | null
}

function columnOf(cards: Reader['cards'], order: CardOrder): Column {
  switch (order.of) {
    case 'added':
    case 'match':
      return withBounds(cards.createdAt)
    case 'updated':
      return withBounds(cards.updatedAt)
    case 'due':
      return { keys: cards.dueKey, least: null, greatest: null }
    case 'placed':
      return { keys: cards.placeKey, least: null, greatest: null }
    case 'tagged':
      return { keys: cards.tagCount, least: null, greatest: null }
    case 'asc':
    case 'desc':
      return { keys: cards.contentKey, least: null, greatest: null }
  }
}

function withBounds({ values, least, greatest }: BoundedColumn): Column {
  return { keys: values, least, greatest }
}

/** Compares two texts. Ids and places are ASCII, so that plain comparison is by code point. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
