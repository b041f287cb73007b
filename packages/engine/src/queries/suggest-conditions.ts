import { CARD_TYPES, COLORS, compareCodePoints } from '@cardinal/domain'
import type { ConditionQuery, ConditionSuggestion } from '../questions.ts'
import { hasBit, ordinalsOf } from '../structures/bits.ts'
import { colorNumber } from '../structures/card-table.ts'
import { isBelow } from '../structures/site-table.ts'
import { bestConditions, type Candidate, MOST_SITES } from '../suggestions/condition-ranking.ts'
import type { Reader } from '../tables.ts'
import { matchesOf, type SetReader } from './card-sets.ts'

/** Suggests conditions other than tags that narrow a search. Visits each match a few times. */
export function suggestConditions(
  reader: SetReader & Pick<Reader, 'texts'>,
  { query, spans, limit }: ConditionQuery,
): ConditionSuggestion[] {
  const matches = matchesOf(reader, query)
  const ordinals = ordinalsOf(matches)
  const { cards } = reader
  const created = cards.createdAt.values
  const [withSubnotes, withFile] = [cards.having('subtasks'), cards.having('file')]
  const where = (holds: (ordinal: number) => boolean) => [...ordinals.filter(holds)]
  const candidates: readonly Candidate[] = [
    ...spans.map(({ start, end }, at): Candidate => {
      const isWithin = (ordinal: number) =>
        (created[ordinal] as number) >= start && (created[ordinal] as number) < end
      return { condition: { kind: 'span', at }, matches: where(isWithin) }
    }),
    ...sitesOfMatches(reader, (ordinal) => hasBit(matches, ordinal)),
    ...CARD_TYPES.map(
      (type, number): Candidate => ({
        condition: { kind: 'type', type },
        matches: where((ordinal) => cards.type[ordinal] === number),
      }),
    ),
    ...COLORS.map((color): Candidate => {
      const ofColor = cards.byColor[colorNumber(color)]
      return {
        condition: { kind: 'color', color },
        matches: ofColor === undefined ? [] : where((ordinal) => hasBit(ofColor, ordinal)),
      }
    }),
    { condition: { kind: 'subnotes' }, matches: where((ordinal) => hasBit(withSubnotes, ordinal)) },
    { condition: { kind: 'file' }, matches: where((ordinal) => hasBit(withFile, ordinal)) },
  ]
  return bestConditions(candidates, cards.capacity, ordinals.length, limit)
}

/** The sites with most matches. As in a search, a site includes its subdomains. */
function sitesOfMatches(
  { texts }: Pick<Reader, 'texts'>,
  isMatch: (ordinal: number) => boolean,
): Candidate[] {
  const found: { site: string; matches: number[] }[] = []
  for (const [site, ordinals] of texts.sites.lists()) {
    const matches = [...ordinals.filter(isMatch)]
    if (matches.length > 0) found.push({ site, matches })
  }
  found.sort((a, b) => b.matches.length - a.matches.length || compareCodePoints(a.site, b.site))
  return found.slice(0, MOST_SITES).map(({ site }) => {
    const below = found.filter((each) => isBelow(each.site, site))
    return {
      condition: { kind: 'site', site },
      matches: [...new Set(below.flatMap(({ matches }) => matches))].sort((a, b) => a - b),
    }
  })
}
