import { fold, partsOf, plainWordsOf, type SearchTree } from '@cardinal/domain'

/** What the rivals understand of a search: words, words left out, and the phrase that the words are. */
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
