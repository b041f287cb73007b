import { allOf, labelOfPart, partsOf, type SearchTree } from '@cardinal/domain'
import { type CardQuery, type WithoutWord, WORDS_TAKEN_OUT } from '../questions.ts'
import { countBits } from '../structures/bits.ts'
import { matchesOf, type SetReader } from './card-sets.ts'

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
