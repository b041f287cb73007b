import { CARD_TYPES, type Card, COLORS, compareCodePoints, sitesOf, unique } from '@cardinal/domain'
import type { ConditionQuery, ConditionSuggestion } from '../../questions.ts'
import { bestConditions, type Candidate, MOST_SITES } from '../../suggestions/condition-ranking.ts'
import type { NaiveRows } from '../naive-rows.ts'
import { matchesCard } from './matching.ts'

export function suggestConditions(
  rows: NaiveRows,
  { query, spans, limit }: ConditionQuery,
): ConditionSuggestion[] {
  const matches = rows.cards.filter((card) => matchesCard(rows, query, card))
  const where = (condition: Candidate['condition'], holds: (card: Card) => boolean): Candidate => ({
    condition,
    matches: matches.flatMap((card, number) => (holds(card) ? [number] : [])),
  })
  const countOf = (site: string) => matches.filter((card) => sitesOf(card).includes(site)).length
  const sites = unique(matches.flatMap(sitesOf))
    .sort((a, b) => countOf(b) - countOf(a) || compareCodePoints(a, b))
    .slice(0, MOST_SITES)
  return bestConditions(
    [
      ...spans.map(({ start, end }, at) =>
        where({ kind: 'span', at }, ({ createdAt }) => createdAt >= start && createdAt < end),
      ),
      ...sites.map((site) =>
        where({ kind: 'site', site }, (card) =>
          sitesOf(card).some((each) => each === site || each.endsWith(`.${site}`)),
        ),
      ),
      ...CARD_TYPES.map((type) => where({ kind: 'type', type }, (card) => card.type === type)),
      ...COLORS.map((color) => where({ kind: 'color', color }, (card) => card.color === color)),
      where({ kind: 'subnotes' }, ({ subnotes }) => subnotes.length > 0),
      where({ kind: 'file' }, ({ files }) => files !== null),
    ],
    matches.length,
    matches.length,
    limit,
  )
}
