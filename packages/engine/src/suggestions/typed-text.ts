import { fold, type SearchTree, searchWords, splitLastWord } from '@cardinal/domain'
import type { NarrowQuery } from '../questions.ts'

/** A search text, parsed for completion. */
export interface TypedText {
  /** The search without the word being typed. */
  readonly settled: SearchTree
  /** The word being typed, folded. Null when the last word names a tag, or there is none. */
  readonly unfinished: string | null
  /** All finished words, folded. The tags they name are in the text already. */
  readonly used: ReadonlySet<string>
}

/** Takes a search text apart. Its last word counts as being typed unless it names a tag. */
export function takeApart(
  { text, query, finished }: NarrowQuery,
  namesATag: (foldedWord: string) => boolean,
): TypedText {
  const { word, before } = splitLastWord(text)
  const last = fold(word)
  if (last === '' || namesATag(last)) return takeWhole({ text, query })
  return { settled: finished, unfinished: last, used: foldedWords(before) }
}

/** Takes a search text apart whose last word is not being typed. */
export function takeWhole({ text, query }: Pick<NarrowQuery, 'text' | 'query'>): TypedText {
  return { settled: query.search, unfinished: null, used: foldedWords(text) }
}

function foldedWords(text: string): ReadonlySet<string> {
  return new Set(searchWords(text).map((word) => fold(word.text)))
}
