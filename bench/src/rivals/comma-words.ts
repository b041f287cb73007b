import { fold, partsOf, plainWordsOf, type SearchTree } from '@cardinal/domain'

/** The part of the search language that the rivals support: words, excluded words, and the words as a phrase. */
export interface CommaWords {
  readonly includes: readonly string[]
  readonly excludes: readonly string[]
  readonly phrase: string
}

export function commaWordsOf(search: SearchTree): CommaWords {
  const includes = plainWordsOf(search)
  const excludes = partsOf(search).flatMap((part) =>
    part.kind === 'not' && part.part.kind === 'tag' ? [part.part.name] : [],
  )
  return { includes, excludes, phrase: fold(includes.join(' ')) }
}
