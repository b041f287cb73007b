import { fold, searchWords } from '@cardinal/domain'

/** How a tag stands in the search of the place where its chip is. */
export type ChipState = 'included' | 'excluded' | 'none'

/** Whether a search text asks for a tag, leaves it out, or doesn't speak of it. */
export function stateOf(text: string, tagName: string): ChipState {
  const folded = fold(tagName)
  const word = searchWords(text).find((other) => fold(other.text) === folded)
  if (word === undefined) return 'none'
  return word.isExcluded ? 'excluded' : 'included'
}
