import { compareCodePoints, unique } from '@cardinal/domain'
import { SEARCHES_AT_ONCE, type SearchesQuery } from '../../questions.ts'
import { sitesIn } from '../../structures/site-table.ts'
import type { NaiveRows } from '../naive-rows.ts'
import { matchesCard } from './matching.ts'

export function countSearches(rows: NaiveRows, { query, searches }: SearchesQuery): number[] {
  const count = (search: SearchesQuery['searches'][number]) =>
    rows.cards.filter((card) => matchesCard(rows, { ...query, search }, card)).length
  return searches.slice(0, SEARCHES_AT_ONCE).map(count)
}

export function sitesBeginning(
  rows: NaiveRows,
  { prefix, limit }: { prefix: string; limit: number },
): string[] {
  const cardsOf = (site: string) => rows.cards.filter((card) => sitesIn(card.content).includes(site)).length
  return unique(rows.cards.flatMap((card) => sitesIn(card.content)))
    .filter((site) => site.startsWith(prefix))
    .sort((a, b) => cardsOf(b) - cardsOf(a) || compareCodePoints(a, b))
    .slice(0, limit)
}
