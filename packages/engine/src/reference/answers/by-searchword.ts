import {
  compareCodePoints,
  fold,
  type Id,
  LIMITS,
  nameParts,
  namesOfTag,
  type TagGroup,
} from '@cardinal/domain'
import type { TagInUse } from '../../questions.ts'
import { byId, type NaiveRows } from '../naive-rows.ts'

interface Named {
  readonly id: Id
  readonly updatedAt: number
}

export function tagsBySearchword(rows: NaiveRows, { keywords }: { keywords: readonly string[] }): TagInUse[] {
  return bySearchword(rows.tags, namesOfTag, keywords).map((tag) => rows.inUse(tag))
}

export function groupsBySearchword(
  rows: NaiveRows,
  { searchwords }: { searchwords: readonly string[] },
): TagGroup[] {
  return bySearchword(rows.groups, (group) => [group.title], searchwords)
}

/**
 * The rows that the keywords name, in the keywords' order, then at most 20 close ones, latest update first.
 */
function bySearchword<Row extends Named>(
  rows: Row[],
  namesOf: (row: Row) => readonly string[],
  keywords: readonly string[],
): Row[] {
  const folded = keywords.map(fold).filter((keyword) => keyword !== '')
  const named = folded.flatMap((keyword) =>
    rows
      .filter((row) => namesOf(row).some((name) => fold(name) === keyword))
      .sort((a, b) => compareCodePoints(namesOf(a)[0] ?? '', namesOf(b)[0] ?? '') || byId(a, b)),
  )
  const near = rows
    .filter((row) => !named.includes(row))
    .filter((row) => folded.some((keyword) => namesOf(row).some((name) => isNear(fold(name), keyword))))
    .sort((a, b) => b.updatedAt - a.updatedAt || byId(a, b))
  return [...new Set(named), ...near.slice(0, LIMITS.fuzzyTags)]
}

function isNear(name: string, keyword: string): boolean {
  const letters = [...keyword].length
  const forgiven = letters >= 8 ? 2 : letters >= 4 ? 1 : 0
  if (name.includes(keyword)) return true
  return (
    forgiven > 0 && [name, ...nameParts(name)].some((part) => alignmentDistance(part, keyword) <= forgiven)
  )
}

/**
 * Returns the distance of two texts by optimal string alignment over code points, computed in a whole matrix. It is the
 * least number of inserted, deleted and replaced code points and swapped neighbours.
 */
function alignmentDistance(a: string, b: string): number {
  const from = [...a]
  const to = [...b]
  const cost: number[][] = from
    .concat('')
    .map((_, i) => to.concat('').map((__, j) => (i === 0 ? j : j === 0 ? i : 0)))
  const at = (i: number, j: number) => cost[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= from.length; i++) {
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1]
      const isSwap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const row = cost[i] ?? []
      row[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (isSame ? 0 : 1))
      if (isSwap) row[j] = Math.min(at(i, j), at(i - 2, j - 2) + 1)
    }
  }
  return at(from.length, to.length)
}
