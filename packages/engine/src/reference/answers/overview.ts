import { type Card, type CardCounts, type CardType, compareCodePoints, type Id } from '@cardinal/domain'
import { type MonthCounts, withEmptyMonths } from '../../months.ts'
import type { Overview } from '../../questions.ts'
import type { NaiveRows } from '../naive-rows.ts'
import { countColors } from './match-cards.ts'

const MOST_ROWS = 30

export function overview(rows: NaiveRows, { type }: { type: CardType | null }): Overview {
  const cards = rows.cards.filter((card) => type === null || card.type === type)
  return {
    byMonth: byMonth(cards),
    byType: countTypes(cards),
    byTag: rows.countTags(cards).slice(0, MOST_ROWS),
    byColor: countColors(cards),
    pairs: countPairs(rows, cards).slice(0, MOST_ROWS),
  }
}

function byMonth(cards: readonly Card[]): MonthCounts[] {
  const monthOf = (card: Card) => {
    const date = new Date(card.createdAt)
    return date.getUTCFullYear() * 12 + date.getUTCMonth()
  }
  const months = [...new Set(cards.map(monthOf))].sort((a, b) => a - b)
  return withEmptyMonths(months, (month) => countTypes(cards.filter((card) => monthOf(card) === month)))
}

function countTypes(cards: readonly Card[]): CardCounts {
  const count = (type: CardType) => cards.filter((card) => card.type === type).length
  return { todo: count('todo'), note: count('note'), link: count('link') }
}

function countPairs(rows: NaiveRows, cards: readonly Card[]): { tagIds: readonly [Id, Id]; count: number }[] {
  const nameOf = (id: Id) => rows.tagsById.get(id)?.name ?? ''
  const byNameOf = (a: Id, b: Id) => compareCodePoints(nameOf(a), nameOf(b)) || compareCodePoints(a, b)
  const pairs = new Map<string, { tagIds: readonly [Id, Id]; count: number }>()
  for (const card of cards) {
    const ids = card.tagIds.filter((id) => rows.tagsById.has(id)).sort(byNameOf)
    for (const [at, first] of ids.entries()) {
      for (const second of ids.slice(at + 1)) {
        const key = `${first} ${second}`
        pairs.set(key, { tagIds: [first, second], count: (pairs.get(key)?.count ?? 0) + 1 })
      }
    }
  }
  return [...pairs.values()].sort(
    (a, b) => b.count - a.count || byNameOf(a.tagIds[0], b.tagIds[0]) || byNameOf(a.tagIds[1], b.tagIds[1]),
  )
}
