import { likenessKeys, type NameLikeness, nameLikeness } from '@cardinal/domain'
import { FEWEST_FOR_PARENT, type RelationSuggestion, SHARE_FOR_PARENT } from '../questions.ts'
import { compareTagNames } from '../structures/tag-table.ts'
import type { Reader } from '../tables.ts'
import { inUse, type TagReader } from './tag-rows.ts'

type RelationReader = TagReader & Pick<Reader, 'cards' | 'forwardIndex'>

/**
 * Suggests relations (docs/search.md, section 7): tags that may mean the same, and tags that may be part of another.
 */
export function suggestRelations(reader: RelationReader, { limit }: { limit: number }): RelationSuggestion[] {
  const found = [...alikeNames(reader), ...inclusions(reader)]
  return found.sort(compareSuggestions).slice(0, limit)
}

/** Same names first, then tags on most cards; ties by name. */
function compareSuggestions(a: RelationSuggestion, b: RelationSuggestion): number {
  return (
    Number(b.kind === 'same') - Number(a.kind === 'same') ||
    b.other.cardCount - a.other.cardCount ||
    compareTagNames(a.tag, b.tag) ||
    compareTagNames(a.other, b.other)
  )
}

function alikeNames(reader: RelationReader): RelationSuggestion[] {
  const { tags } = reader
  const byKey = new Map<string, number[]>()
  for (const ordinal of tags.inNameOrder())
    for (const key of likenessKeys(tags.foldedName(ordinal))) {
      const ordinals = byKey.get(key)
      if (ordinals === undefined) byKey.set(key, [ordinal])
      else ordinals.push(ordinal)
    }
  const seen = new Set<string>()
  const found: RelationSuggestion[] = []
  for (const ordinals of byKey.values())
    for (const [at, a] of ordinals.slice(0, MOST_OF_A_KEY).entries())
      for (const b of ordinals.slice(at + 1, MOST_OF_A_KEY)) {
        const pair = a < b ? `${a} ${b}` : `${b} ${a}`
        if (seen.has(pair)) continue
        seen.add(pair)
        const likeness = nameLikeness(tags.foldedName(a), tags.foldedName(b))
        if (likeness !== null && !areRelated(reader, a, b)) found.push(sameTag(reader, a, b, likeness))
      }
  return found
}

function sameTag(reader: RelationReader, a: number, b: number, likeness: NameLikeness): RelationSuggestion {
  const [one, two] = [a, b].flatMap((ordinal) => {
    const row = reader.tags.at(ordinal)
    return row === undefined ? [] : [inUse(reader, row)]
  })
  if (one === undefined || two === undefined) throw new RangeError('A tag without a row')
  const staysFirst = one.cardCount - two.cardCount || compareTagNames(two, one)
  const [tag, other] = staysFirst < 0 ? [one, two] : [two, one]
  return { kind: 'same', tag, other, likeness }
}

/** Tags of which nearly all cards have another, more frequent tag. */
function inclusions(reader: RelationReader): RelationSuggestion[] {
  const { tags, postings, forwardIndex } = reader
  const { sizes } = postings
  const found: RelationSuggestion[] = []
  for (const ordinal of tags.inNameOrder()) {
    const of = sizes[ordinal] ?? 0
    const row = tags.at(ordinal)
    if (of < FEWEST_FOR_PARENT || row === undefined) continue
    const tally = forwardIndex.tally(postings.list(ordinal))
    for (const [at, other] of tally.tags.entries()) {
      const count = tally.counts[at] as number
      const parent = tags.at(other)
      if (other === ordinal || parent === undefined) continue
      if (count < SHARE_FOR_PARENT * of || (sizes[other] ?? 0) < 2 * of) continue
      if (areRelated(reader, ordinal, other)) continue
      found.push({ kind: 'part', tag: inUse(reader, row), other: inUse(reader, parent), count, of })
    }
  }
  return found
}

function areRelated({ tags }: RelationReader, a: number, b: number): boolean {
  return tags.implied.impliedBy([a]).has(b) || tags.implied.impliedBy([b]).has(a)
}

/** Names that share a key with more names than this are not compared. */
const MOST_OF_A_KEY = 50
