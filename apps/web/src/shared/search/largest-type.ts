import { CARD_TYPES, type CardType } from '@cardinal/domain'
import type { Replica } from '../../replica/index.ts'
import { cardSearch, countsOf, type Filters } from './filters.ts'

/**
 * Resolves with how many cards of each type a search finds, and the type with most; the list shows one type at a time.
 */
export async function largestType(
  replica: Replica,
  text: string,
  filters: Filters,
): Promise<{ type: CardType; totals: Readonly<Record<CardType, number>> }> {
  const found = await Promise.all(
    CARD_TYPES.map(async (type) => {
      const query = countsOf(cardSearch(type, text, '', filters))
      return { type, total: (await replica.ask('matchCards', query)).total }
    }),
  )
  const { type } = found.reduce((best, each) => (each.total > best.total ? each : best))
  const totals = Object.fromEntries(found.map((each) => [each.type, each.total])) as Record<CardType, number>
  return { type, totals }
}
