import {
  allOf,
  compareCodePoints,
  fold,
  labelOfPart,
  partsOf,
  type SearchbarFacts,
  type SearchbarSubject,
  type SearchTree,
  searchWords,
} from '@cardinal/domain'
import {
  type CardQuery,
  SEARCHES_AT_ONCE,
  type SearchesQuery,
  type WithoutWord,
  WORDS_TAKEN_OUT,
} from '../questions.ts'
import { countBits } from '../structures/bits.ts'
import type { Reader } from '../tables.ts'
import { matchesOf, type SetReader } from './card-sets.ts'
import { tagsNamed } from './tag-rows.ts'

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

/**
 * The facts that `searchbarMode` needs. A new tag is blocked only by a tag with exactly its name. A new card
 * is blocked by a tag name that begins with one of its words, excluded words included.
 */
export function searchbarFacts(
  { tags, cards }: Pick<Reader, 'tags' | 'cards'>,
  { text, subject }: { text: string; subject: SearchbarSubject | null },
): Omit<SearchbarFacts, 'namesAWorkspace'> {
  const words = searchWords(text).map((word) => fold(word.text))
  return {
    aTagMatches:
      words.some((word) => tagsNamed({ tags }, word).length > 0) ||
      (subject !== 'tag' && tags.hasPartBeginning(words)),
    equalsACard: cards.hasContent(text.trim()),
  }
}

export function withoutEachWord(reader: SetReader, query: CardQuery): WithoutWord[] {
  const parts = singleParts(query.search)
  const countOf = (search: SearchTree) => countBits(matchesOf(reader, { ...query, search }))
  return parts.slice(0, WORDS_TAKEN_OUT).map((part, at) => {
    const asked = part.kind === 'not' ? part.part : part
    return {
      word: labelOfPart(part),
      isExcluded: part.kind === 'not',
      total: countOf(allOf(parts.toSpliced(at, 1))),
      alone: countOf(asked),
    }
  })
}

/** Returns the parts of a search, each plain word as a part of its own. */
function singleParts(search: SearchTree): readonly SearchTree[] {
  return partsOf(search).flatMap((part): readonly SearchTree[] =>
    part.kind === 'words' ? part.words.map((word) => ({ kind: 'words', words: [word] })) : [part],
  )
}
