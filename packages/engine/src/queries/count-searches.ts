import { compareCodePoints } from '@cardinal/domain'
import { SEARCHES_AT_ONCE, type SearchesQuery } from '../questions.ts'
import { countBits } from '../structures/bits.ts'
import type { Reader } from '../tables.ts'
import { matchesOf, type SetReader } from './card-sets.ts'

export function countSearches(reader: SetReader, { query, searches }: SearchesQuery): number[] {
  return searches
    .slice(0, SEARCHES_AT_ONCE)
    .map((search) => countBits(matchesOf(reader, { ...query, search })))
}

export function sitesBeginning(
  { texts }: Pick<Reader, 'texts'>,
  { prefix, limit }: { prefix: string; limit: number },
): string[] {
  return texts.sites
    .beginning(prefix)
    .sort((a, b) => b.cards - a.cards || compareCodePoints(a.site, b.site))
    .slice(0, limit)
    .map(({ site }) => site)
}
