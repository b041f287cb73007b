import {
  allOf,
  beginsAPart,
  compareCodePoints,
  fold,
  labelOfPart,
  namesOfTag,
  partsOf,
  type SearchbarFacts,
  type SearchbarSubject,
  type SearchTree,
  searchWords,
  sitesOf,
  unique,
} from '@cardinal/domain'
import {
  type CardQuery,
  SEARCHES_AT_ONCE,
  type SearchesQuery,
  type WithoutWord,
  WORDS_TAKEN_OUT,
} from '../../questions.ts'
import type { NaiveRows } from '../naive-rows.ts'
import { matchesCard } from './matching.ts'

export function countSearches(rows: NaiveRows, { query, searches }: SearchesQuery): number[] {
  const count = (search: SearchesQuery['searches'][number]) =>
    rows.cards.filter((card) => matchesCard(rows, { ...query, search }, card)).length
  return searches.slice(0, SEARCHES_AT_ONCE).map(count)
}

export function sitesBeginning(
  rows: NaiveRows,
  { prefix, limit }: { prefix: string; limit: number },
): string[] {
  const cardsOf = (site: string) => rows.cards.filter((card) => sitesOf(card).includes(site)).length
  return unique(rows.cards.flatMap((card) => sitesOf(card)))
    .filter((site) => site.startsWith(prefix))
    .sort((a, b) => cardsOf(b) - cardsOf(a) || compareCodePoints(a, b))
    .slice(0, limit)
}

/**
 * The facts that make Enter search instead of add. For a new tag: a tag has exactly that name. For a new
 * card: a part of a tag's name begins with one of its words, excluded words included.
 */
export function searchbarFacts(
  rows: NaiveRows,
  { text, subject }: { text: string; subject: SearchbarSubject | null },
): Omit<SearchbarFacts, 'namesAWorkspace'> {
  const aTagMatches = searchWords(text).some(
    ({ text: word }) =>
      rows.namedBy(word).length > 0 ||
      (subject !== 'tag' &&
        rows.tags.flatMap(namesOfTag).some((name) => beginsAPart(fold(name), fold(word)))),
  )
  const trimmed = text.trim()
  return {
    aTagMatches,
    equalsACard: trimmed !== '' && rows.cards.some((card) => card.content.trim() === trimmed),
  }
}

export function withoutEachWord(rows: NaiveRows, query: CardQuery): WithoutWord[] {
  const parts = partsOf(query.search).flatMap((part): readonly SearchTree[] =>
    part.kind === 'words' ? part.words.map((word) => ({ kind: 'words', words: [word] })) : [part],
  )
  const count = (search: SearchTree) =>
    rows.cards.filter((card) => matchesCard(rows, { ...query, search }, card)).length
  return parts.slice(0, WORDS_TAKEN_OUT).map((part) => {
    const isExcluded = part.kind === 'not'
    return {
      word: labelOfPart(part),
      isExcluded,
      total: count(allOf(parts.filter((other) => other !== part))),
      alone: count(isExcluded ? part.part : part),
    }
  })
}
