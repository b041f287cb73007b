import { fold } from '../folding.ts'
import { searchTokens } from './tokens.ts'

/** What a search text asks for. Words as typed (white space squeezed); fold them to compare. */
export interface SearchQuery {
  readonly includes: readonly string[]
  readonly excludes: readonly string[]
  /** The included words joined by one space and folded; empty when there are none. */
  readonly phrase: string
}

export const NOTHING_ASKED: SearchQuery = { includes: [], excludes: [], phrase: '' }

/** One comma-separated piece of a search text. */
export interface SearchWord {
  readonly text: string
  readonly isExcluded: boolean
}

/**
 * Splits a search text into words, in order, duplicates and all. Pieces that are empty, or fold to
 * nothing, are dropped. Source: docs/search.md, section 2.
 */
export function searchWords(text: string): SearchWord[] {
  return searchTokens(text).map(({ text: word, isExcluded }) => ({ text: word, isExcluded }))
}

/** The query that a search text stands for; a word that stands twice (under `fold`) counts once. */
export function parseSearch(text: string): SearchQuery {
  const words = searchWords(text)
  const includes = uniqueByFold(words.filter((word) => !word.isExcluded))
  const excludes = uniqueByFold(words.filter((word) => word.isExcluded))
  return { includes, excludes, phrase: fold(includes.join(' ')) }
}

/** Words that stand more than once in a search text, in folded form; for "Duplicates not allowed". */
export function duplicateWords(text: string): string[] {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const word of searchWords(text)) {
    const folded = fold(word.text)
    if (seen.has(folded)) twice.add(folded)
    seen.add(folded)
  }
  return [...twice]
}

function uniqueByFold(words: readonly SearchWord[]): string[] {
  const byFold = new Map<string, string>()
  for (const { text } of words) if (!byFold.has(fold(text))) byFold.set(fold(text), text)
  return [...byFold.values()]
}
