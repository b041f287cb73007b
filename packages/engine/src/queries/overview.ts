import { CARD_TYPES, type CardCounts, type CardType } from '@cardinal/domain'
import { withEmptyMonths } from '../months.ts'
import type { Overview } from '../questions.ts'
import { ordinalsOf } from '../structures/bits.ts'
import { cardsOfType } from './card-sets.ts'
import { type CountingReader, countable, countColors, countTagsOf } from './counting.ts'
import { rankedCounts } from './tag-rows.ts'

const MOST_ROWS = 30

/** Returns the figures behind the charts, over the cards of a type. */
export function overview(reader: CountingReader, { type }: { type: CardType | null }): Overview {
  const set = cardsOfType(reader, type)
  const ordinals = ordinalsOf(set)
  const counted = countable(reader, set)
  return {
    byMonth: byMonth(reader, ordinals),
    byType: countTypes(reader, ordinals),
    byTag: rankedCounts(reader, countTagsOf(reader, counted)).slice(0, MOST_ROWS),
    byColor: countColors(reader, counted),
    pairs: mostFrequentPairs(reader, ordinals),
  }
}

function countTypes({ cards }: CountingReader, ordinals: Iterable<number>): CardCounts {
  const counts = [0, 0, 0]
  for (const ordinal of ordinals)
    counts[cards.type[ordinal] as number] = (counts[cards.type[ordinal] as number] ?? 0) + 1
  const [todo = 0, note = 0, link = 0] = CARD_TYPES.map((_, type) => counts[type])
  return { todo, note, link }
}

function byMonth(reader: CountingReader, ordinals: Uint32Array): Overview['byMonth'] {
  const ordinalsByMonth = new Map<number, number[]>()
  const date = new Date(0)
  for (const ordinal of ordinals) {
    date.setTime(reader.cards.createdAt.values[ordinal] as number)
    const month = date.getUTCFullYear() * 12 + date.getUTCMonth()
    const ofMonth = ordinalsByMonth.get(month)
    if (ofMonth === undefined) ordinalsByMonth.set(month, [ordinal])
    else ofMonth.push(ordinal)
  }
  const months = [...ordinalsByMonth.keys()].sort((a, b) => a - b)
  return withEmptyMonths(months, (month) => countTypes(reader, ordinalsByMonth.get(month) ?? []))
}

/** Pairs of tags on the same cards; most first, ties by the names of the first and the second. */
function mostFrequentPairs(reader: CountingReader, ordinals: Uint32Array): Overview['pairs'] {
  const { tags, forwardIndex } = reader
  const ranks = tags.nameRanks()
  const ordinalsByRank = tags.inNameOrder()
  const counts = new Map<number, number>()
  for (const ordinal of ordinals) {
    const ranksOfCard = forwardIndex
      .list(ordinal)
      .filter((tag) => tags.at(tag) !== undefined)
      .map((tag) => ranks[tag] as number)
      .sort((a, b) => a - b)
    for (let i = 0; i < ranksOfCard.length; i++)
      for (let j = i + 1; j < ranksOfCard.length; j++) {
        const pair = (ranksOfCard[i] as number) * MOST_TAGS + (ranksOfCard[j] as number)
        counts.set(pair, (counts.get(pair) ?? 0) + 1)
      }
  }
  const idOf = (rank: number) => tags.at(ordinalsByRank[rank] as number)?.id ?? ''
  return [...counts]
    .sort(([a, x], [b, y]) => y - x || a - b)
    .slice(0, MOST_ROWS)
    .map(([pair, count]) => ({ tagIds: [idOf(Math.floor(pair / MOST_TAGS)), idOf(pair % MOST_TAGS)], count }))
}

const MOST_TAGS = 2 ** 24
