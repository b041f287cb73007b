import { fold, type SearchQuery } from '@cardinal/domain'
import { type CardQuery, type WithoutWord, WORDS_TAKEN_OUT } from '../questions.ts'
import { countBits } from '../structures/bits.ts'
import { cardSets, type SetReader, settledSet, withColors } from './card-sets.ts'

export function withoutEachWord(reader: SetReader, query: CardQuery): WithoutWord[] {
  const { includes, excludes } = query.search
  const totalOf = (search: SearchQuery) => {
    const set = settledSet(reader, cardSets(reader, { ...query, search }))
    return countBits(withColors(reader, set, query.colors))
  }
  const included = includes.slice(0, WORDS_TAKEN_OUT).map((word, at) => {
    const rest = includes.toSpliced(at, 1)
    const search = { includes: rest, excludes, phrase: fold(rest.join(' ')) }
    return { word, isExcluded: false, total: totalOf(search) }
  })
  const excluded = excludes.slice(0, WORDS_TAKEN_OUT - included.length).map((word, at) => {
    const search = { ...query.search, excludes: excludes.toSpliced(at, 1) }
    return { word, isExcluded: true, total: totalOf(search) }
  })
  return [...included, ...excluded]
}
