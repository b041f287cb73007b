import { fold, squeeze } from '../folding.ts'

/** What a token of a search text is. */
export type SearchTokenKind = 'word'

/** One part of a search text, with where it stands. */
export interface SearchToken {
  /** Where it begins in the text, in UTF-16 code units, its minus sign included; no white space around it. */
  readonly from: number
  /** Where it ends: the first code unit behind it. */
  readonly to: number
  /** The word without its minus sign, white space squeezed. */
  readonly text: string
  readonly isExcluded: boolean
  readonly kind: SearchTokenKind
}

/**
 * Splits a search text into its tokens, in order, duplicates and all. The searchbar draws them. Between two of them
 * stand separators and white space. Pieces that are empty, or fold to nothing, are dropped. Source: docs/search.md,
 * section 2.
 */
export function searchTokens(text: string): readonly SearchToken[] {
  const tokens: SearchToken[] = []
  let start = 0
  for (const piece of text.split(SEPARATOR)) {
    const trimmed = piece.trim()
    const squeezed = squeeze(piece)
    const isExcluded = squeezed.startsWith('-')
    const word = isExcluded ? squeezed.slice(1).trim() : squeezed
    if (fold(word) !== '') {
      const from = start + piece.indexOf(trimmed)
      tokens.push({ from, to: from + trimmed.length, text: word, isExcluded, kind: 'word' })
    }
    // Each separator is one code unit.
    start += piece.length + 1
  }
  return tokens
}

export const SEPARATOR = /[,，]/
