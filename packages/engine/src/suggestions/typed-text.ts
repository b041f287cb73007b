import { fold, lastWord, parseSearch, SEPARATOR, type SearchQuery, searchWords } from '@cardinal/domain'

/** A search text, parsed for completion. */
export interface TypedText {
  /** The query of the finished words. */
  readonly settled: SearchQuery
  /** The word being typed, folded. Null when the last word names a tag, or there is none. */
  readonly unfinished: string | null
  /** All finished words, folded. The tags they name are in the text already. */
  readonly used: ReadonlySet<string>
}

/**
 * Parses a search text. Its last word counts as being typed unless it names a tag.
 *
 * @param namesATag whether a folded word is the folded name of a tag
 */
export function takeApart(text: string, namesATag: (foldedWord: string) => boolean): TypedText {
  const last = fold(lastWord(text))
  const isUnfinished = last !== '' && !namesATag(last)
  const finished = isUnfinished ? upToLastSeparator(text) : text
  return {
    settled: parseSearch(finished),
    unfinished: isUnfinished ? last : null,
    used: new Set(searchWords(finished).map((word) => fold(word.text))),
  }
}

function upToLastSeparator(text: string): string {
  for (let end = text.length; end > 0; end--)
    if (SEPARATOR.test(text.charAt(end - 1))) return text.slice(0, end - 1)
  return ''
}
