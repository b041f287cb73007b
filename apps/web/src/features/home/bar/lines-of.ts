import {
  type Color,
  parseSearch,
  partsOf,
  printSearch,
  type SearchTree,
  type TagGroup,
} from '@cardinal/domain'
import type { ColorCount } from '@cardinal/engine'
import { localCalendar } from '../../../shared/search/filters.ts'
import { sameSearch } from '../../../shared/search/saved-searches.ts'

export type LineKind = 'due' | 'added' | 'untagged' | 'site' | 'color' | 'year' | 'saved' | 'group'

export interface BarLine {
  readonly kind: LineKind
  /** What the search finds, in plain words. */
  readonly title: string
  /** The search text. */
  readonly text: string
  readonly count: number
  readonly color?: Color | undefined
}

/** The data from which the lines are made. */
interface LineSources {
  /** Most cards first. */
  readonly sites: readonly string[]
  readonly colors: readonly ColorCount[]
  /** Oldest first. */
  readonly saved: readonly string[]
  readonly groups: readonly TagGroup[]
}

/** A line before its cards are counted, with its parsed text in `tree`. */
export type Candidate = Omit<BarLine, 'count'> & { readonly tree: SearchTree }

/** How many candidates of a kind are counted. The first that finds cards becomes a line. */
const OF_A_KIND = 3

/** The searches to count, at most 20, in the order of the lines. */
export function candidatesOf({ sites, colors, saved, groups }: LineSources): readonly Candidate[] {
  const calendar = localCalendar()
  const candidate = (kind: LineKind, title: string, text: string, color?: Color): Candidate => ({
    kind,
    title,
    text,
    color,
    tree: parseSearch(text, calendar),
  })
  const years = Array.from({ length: OF_A_KIND + 1 }, (_, ago) => (calendar.today?.year ?? 0) - 1 - ago)
  const used = colors.flatMap(({ color, count }) => (color === null ? [] : [{ color, count }]))
  const newest = groups.filter(({ isHidden }) => !isHidden).sort((a, b) => b.createdAt - a.createdAt)
  return [
    candidate('due', 'Due today', 'due:today'),
    candidate('added', 'Added this week', 'created:week'),
    candidate('untagged', 'Without a tag', 'is:untagged'),
    ...[...saved]
      .reverse()
      .filter((text) => partsOf(parseSearch(text, calendar)).length > 0)
      .slice(0, OF_A_KIND)
      .map((text) => candidate('saved', 'Saved search', text)),
    ...newest
      .slice(0, OF_A_KIND)
      .map(({ title }) => candidate('group', `Group “${title}”`, printSearch({ kind: 'group', title }))),
    ...sites.slice(0, OF_A_KIND).map((site) => candidate('site', `From ${site}`, `site:${site}`)),
    ...used
      .sort((a, b) => b.count - a.count)
      .slice(0, OF_A_KIND)
      .map(({ color }) => candidate('color', `In ${color}`, `color:${color}`, color)),
    ...years.map((year) => candidate('year', `Added in ${year}`, `created:${year}`)),
  ]
}

/**
 * The lines: of each kind the first search that finds cards, without duplicates.
 *
 * @param counts of the candidates, in their order
 */
export function linesOf(candidates: readonly Candidate[], counts: readonly number[]): readonly BarLine[] {
  const lines: BarLine[] = []
  for (const [at, { tree: _, ...line }] of candidates.entries()) {
    const count = counts[at] ?? 0
    const isThere = lines.some(({ kind, text }) => kind === line.kind || sameSearch(text, line.text))
    if (count > 0 && !isThere) lines.push({ ...line, count })
  }
  return lines
}
