import { fold, lastWord, type SearchTree, searchWords, withoutLastWord } from '@cardinal/domain'
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
  const last = fold(lastWord(text))
  const isUnfinished = last !== '' && !namesATag(last)
  const words = searchWords(isUnfinished ? withoutLastWord(text) : text)
  return {
    settled: isUnfinished ? finished : query.search,
    unfinished: isUnfinished ? last : null,
    used: new Set(words.map((word) => fold(word.text))),
  }
}
