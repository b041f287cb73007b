import { allOf, labelOfPart, partsOf, type SearchTree } from '@cardinal/domain'
import { type CardQuery, type WithoutWord, WORDS_TAKEN_OUT } from '../../questions.ts'
import type { NaiveRows } from '../naive-rows.ts'
import { matchesCard } from './matching.ts'

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
