import { CARD_TYPES, type CardCounts, type CardType } from '@cardinal/domain'
import { withEmptyMonths } from '../months.ts'
import type { Overview } from '../questions.ts'
import { slotsOf } from '../structures/bits.ts'
import { cardsOfType } from './card-sets.ts'
import { countColors } from './match-cards.ts'
import { type CountingReader, countTagsOf } from './tag-counting.ts'
import { rankedCounts } from './tag-rows.ts'

const MOST = 30

/** The figures behind the charts, over the cards of a type. */
export function overview(reader: CountingReader, { type }: { type: CardType | null }): Overview {
  const set = cardsOfType(reader, type)
  const slots = slotsOf(set)
  return {
    byMonth: byMonth(reader, slots),
    byType: countTypes(reader, slots),
    byTag: rankedCounts(reader, countTagsOf(reader, set, slots.length, slots)).slice(0, MOST),
    byColor: countColors(reader, slots),
    pairs: mostFrequentPairs(reader, slots),
  }
}

function countTypes({ cards }: CountingReader, slots: Iterable<number>): CardCounts {
  const counts = [0, 0, 0]
  for (const slot of slots) counts[cards.type[slot] as number] = (counts[cards.type[slot] as number] ?? 0) + 1
  const [todo = 0, note = 0, link = 0] = CARD_TYPES.map((_, type) => counts[type])
  return { todo, note, link }
}

function byMonth(reader: CountingReader, slots: Uint32Array): Overview['byMonth'] {
  const slotsByMonth = new Map<number, number[]>()
  const date = new Date(0)
  for (const slot of slots) {
    date.setTime(reader.cards.createdAt.values[slot] as number)
    const month = date.getUTCFullYear() * 12 + date.getUTCMonth()
    const ofMonth = slotsByMonth.get(month)
    if (ofMonth === undefined) slotsByMonth.set(month, [slot])
    else ofMonth.push(slot)
  }
  const months = [...slotsByMonth.keys()].sort((a, b) => a - b)
  return withEmptyMonths(months, (month) => countTypes(reader, slotsByMonth.get(month) ?? []))
}

/** Pairs of tags on the same cards; most first, ties by the names of the first and the second. */
function mostFrequentPairs(reader: CountingReader, slots: Uint32Array): Overview['pairs'] {
  const { tags, carried } = reader
  const ranks = tags.nameRanks()
  const slotsByRank = tags.inNameOrder()
  const counts = new Map<number, number>()
  for (const slot of slots) {
    const carriedRanks = carried
      .list(slot)
      .filter((tag) => tags.at(tag) !== undefined)
      .map((tag) => ranks[tag] as number)
      .sort((a, b) => a - b)
    for (let i = 0; i < carriedRanks.length; i++)
      for (let j = i + 1; j < carriedRanks.length; j++) {
        const pair = (carriedRanks[i] as number) * MOST_TAGS + (carriedRanks[j] as number)
        counts.set(pair, (counts.get(pair) ?? 0) + 1)
      }
  }
  const idOf = (rank: number) => tags.at(slotsByRank[rank] as number)?.id ?? ''
  return [...counts]
    .sort(([a, x], [b, y]) => y - x || a - b)
    .slice(0, MOST)
    .map(([pair, count]) => ({ tagIds: [idOf(Math.floor(pair / MOST_TAGS)), idOf(pair % MOST_TAGS)], count }))
}

const MOST_TAGS = 2 ** 24
