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
import { alignmentDistance } from './alignment-distance.ts'

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

/** Returns named ones in the keywords' order, then at most 20 near ones, latest update first. */
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
