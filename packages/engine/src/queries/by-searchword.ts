import { compareCodePoints, fold, type Id, isNear, LIMITS, type TagGroup, unique } from '@cardinal/domain'
import type { TagInUse } from '../questions.ts'
import { compareTitles } from '../structures/group-table.ts'
import type { Reader } from '../tables.ts'
import { type TagReader, tagsInUse } from './tag-rows.ts'

/**
 * Implements docs/search.md, section 6: tags that the keywords name, in the keywords' order, then close
 * names, latest update first.
 */
export function tagsBySearchword(
  reader: TagReader,
  { keywords }: { keywords: readonly string[] },
): TagInUse[] {
  const { tags } = reader
  const folded = foldedKeywords(keywords)
  const ranks = tags.nameRanks()
  const byName = (a: number, b: number) => (ranks[a] as number) - (ranks[b] as number)
  const named = new Set(folded.flatMap((keyword) => [...tags.namedBy(keyword)].sort(byName)))
  const near = tags
    .inNameOrder()
    .filter(
      (ordinal) =>
        !named.has(ordinal) &&
        folded.some((keyword) => tags.foldedNames(ordinal).some((name) => isNear(name, keyword))),
    )
    .flatMap((ordinal) => tags.at(ordinal) ?? [])
  const nearOrdinals = latestFew(near).flatMap((tag) => tags.ordinalOf(tag.id) ?? [])
  return tagsInUse(reader, [...named, ...nearOrdinals])
}

/** As `tagsBySearchword`, for groups by title. */
export function groupsBySearchword(
  { groups }: Pick<Reader, 'groups'>,
  { searchwords }: { searchwords: readonly string[] },
): TagGroup[] {
  const folded = foldedKeywords(searchwords)
  const titled = groups
    .values()
    .sort(compareTitles)
    .map((group) => ({ group, title: fold(group.title) }))
  const named = unique(
    folded.flatMap((word) => titled.filter(({ title }) => title === word).map(({ group }) => group)),
  )
  const near = titled
    .filter(({ group, title }) => !named.includes(group) && folded.some((word) => isNear(title, word)))
    .map(({ group }) => group)
  return [...named, ...latestFew(near)]
}

function foldedKeywords(keywords: readonly string[]): string[] {
  return unique(keywords.map(fold)).filter((keyword) => keyword !== '')
}

function latestFew<Row extends { readonly id: Id; readonly updatedAt: number }>(rows: readonly Row[]): Row[] {
  return [...rows]
    .sort((a, b) => b.updatedAt - a.updatedAt || compareCodePoints(a.id, b.id))
    .slice(0, LIMITS.fuzzyTags)
}
