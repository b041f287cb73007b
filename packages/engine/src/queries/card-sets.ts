import { CARD_TYPES, type CardType, namesHidden, notOf, partsOf, type SearchTree } from '@cardinal/domain'
import type { CardQuery, ListQuery } from '../questions.ts'
import { addAll, type Bits, bitsFor, keepCommon } from '../structures/bits.ts'
import { colorNumber } from '../structures/card-table.ts'
import type { Reader } from '../tables.ts'
import { COST_OF_TEXTS, type ConditionReader } from './conditions.ts'
import { cardsMatching, costOf } from './evaluate.ts'
import { type CardSets, cardsWithWords, settledSet } from './plain-words.ts'
import { tagsNamed } from './tag-rows.ts'

export type SetReader = ConditionReader

/**
 * The matches of a query before the colour filter. Type, dates and second searchbar are parts of the search
 * like any other. Parts that read texts come after the plain words. Cards that match only if a text contains
 * the phrase are returned as unsure, and checked when needed.
 */
export function cardSets(reader: SetReader, query: ListQuery): CardSets {
  const parts = [...partsOfQuery(query), ...hiddenParts(reader, query)]
  const words = parts.flatMap((part) => (part.kind === 'words' ? part.words : []))
  const others = parts.filter((part) => part.kind !== 'words')
  const { onlyTags } = query
  const isLate = (part: SearchTree) => words.length > 0 && costOf(reader, part) >= COST_OF_TEXTS
  const early = others.filter((part) => !isLate(part))
  const within = cardsMatching(reader, { kind: 'all', parts: early }, onlyTags, startOf(reader, query))
  if (words.length === 0) return { sure: within, unsure: null, phrase: '' }
  const sets = cardsWithWords(reader, words, onlyTags, within)
  const late = others.filter(isLate)
  if (late.length === 0) return sets
  const open = sets.sure.slice()
  if (sets.unsure !== null) addAll(open, sets.unsure)
  const matching = cardsMatching(reader, { kind: 'all', parts: late }, onlyTags, open)
  for (const each of [sets.sure, sets.unsure]) if (each !== null) keepCommon(each, matching)
  return sets
}

/** Returns the matches of a query before the colour filter. The caller owns the bitmap. */
export function cardSet(reader: SetReader, query: ListQuery): Bits {
  return settledSet(reader, cardSets(reader, query))
}

/** Returns the matches of a query with its colour filter. The caller owns the bitmap. */
export function matchesOf(reader: SetReader, query: ListQuery): Bits {
  return withColors(reader, cardSet(reader, query), query.colors)
}

/** Keeps the cards whose colour is asked for. */
export function withColors({ cards }: Pick<Reader, 'cards'>, set: Bits, colors: CardQuery['colors']): Bits {
  if (colors.length === 0) return set
  const kept = bitsFor(cards.capacity)
  for (const color of colors) addAll(kept, cards.byColor[colorNumber(color)] as Bits)
  keepCommon(kept, set)
  return kept
}

/** Returns a new bitmap of the cards of a type; null: of all types. */
export function cardsOfType({ cards }: Pick<Reader, 'cards'>, type: CardType | null): Bits {
  const bits = type === null ? cards.all : (cards.byType[CARD_TYPES.indexOf(type)] as Bits)
  return bits.slice()
}

function startOf({ cards, tags, postings }: SetReader, { tagId }: ListQuery): Bits {
  if (tagId === undefined) return cards.all
  const bits = bitsFor(cards.capacity)
  const ordinal = tags.ordinalOf(tagId)
  if (ordinal !== undefined) postings.addTo(bits, ordinal)
  return bits
}

/** The filters and the search of a query, as parts of one search. */
function partsOfQuery({ type, done, dates, second, search }: ListQuery): readonly SearchTree[] {
  return [
    ...(type === null ? [] : [{ kind: 'type', type } as const]),
    ...(done === null ? [] : [done ? IS_DONE : notOf(IS_DONE)]),
    ...(dates === null ? [] : [{ kind: 'time', days: '', ...dates } as const]),
    ...partsOf(second),
    ...partsOf(search),
  ]
}

/** Conditions that exclude the cards of each hiding rule, unless the search names them. */
function hiddenParts(reader: SetReader, { hidden, search, second }: ListQuery): readonly SearchTree[] {
  if (hidden === undefined || hidden.length === 0) return []
  const asked: SearchTree = { kind: 'all', parts: [search, second] }
  const isUnder: Parameters<typeof namesHidden>[2] = (word, { name, isExact }) => {
    const [named, wanted] = [tagsNamed(reader, word), new Set(tagsNamed(reader, name))]
    const implied = isExact ? [] : reader.tags.implied.impliedBy(named)
    return [...named, ...implied].some((tag) => wanted.has(tag))
  }
  return hidden.filter((hiding) => !namesHidden(asked, hiding, isUnder)).map(notOf)
}

const IS_DONE: SearchTree = { kind: 'is', state: 'done' }
