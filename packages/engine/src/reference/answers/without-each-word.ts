import { fold, type SearchQuery } from '@cardinal/domain'
import { type CardQuery, type WithoutWord, WORDS_TAKEN_OUT } from '../../questions.ts'
import type { NaiveRows } from '../naive-rows.ts'
import { matchesCard } from './matching.ts'

export function withoutEachWord(rows: NaiveRows, query: CardQuery): WithoutWord[] {
  const { includes, excludes } = query.search
  return [
    ...includes.map((word) => ({ word, isExcluded: false })),
    ...excludes.map((word) => ({ word, isExcluded: true })),
  ]
    .slice(0, WORDS_TAKEN_OUT)
    .map(({ word, isExcluded }) => {
      const rest = { ...query, search: takeOut(query.search, word, isExcluded) }
      return { word, isExcluded, total: rows.cards.filter((card) => matchesCard(rows, rest, card)).length }
    })
}

function takeOut(search: SearchQuery, word: string, isExcluded: boolean): SearchQuery {
  if (isExcluded) return { ...search, excludes: search.excludes.filter((each) => each !== word) }
  const includes = search.includes.filter((each) => each !== word)
  return { ...search, includes, phrase: fold(includes.join(' ')) }
}
