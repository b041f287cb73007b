import { type Card, fold, squeeze } from '@cardinal/domain'
import { carriesNamed, satisfies, textsContain } from './answers/matching.ts'
import type { NaiveRows } from './naive-rows.ts'

/**
 * The search language before it had operators: words, commas and minus. Such texts still have this meaning; a
 * property test compares the two.
 */
interface CommaQuery {
  readonly includes: readonly string[]
  readonly excludes: readonly string[]
  /** The included words joined by one space and folded; empty when there are none. */
  readonly phrase: string
}

export function parseCommas(text: string): CommaQuery {
  const words = text
    .split(/[,，]/)
    .map(squeeze)
    .map((piece) => ({ isExcluded: piece.startsWith('-'), text: piece.replace(/^-/, '').trim() }))
    .filter((word) => fold(word.text) !== '')
  const includes = uniqueByFold(words.filter((word) => !word.isExcluded).map((word) => word.text))
  const excludes = uniqueByFold(words.filter((word) => word.isExcluded).map((word) => word.text))
  return { includes, excludes, phrase: fold(includes.join(' ')) }
}

export function matchesCommas(rows: NaiveRows, query: CommaQuery, onlyTags: boolean, card: Card): boolean {
  const { includes, excludes, phrase } = query
  const isIncluded =
    includes.length === 0 ||
    includes.every((word) => satisfies(rows, card, word, onlyTags)) ||
    (!onlyTags && textsContain(card, phrase))
  return isIncluded && !excludes.some((word) => carriesNamed(rows, card, word))
}

function uniqueByFold(words: readonly string[]): string[] {
  return words.filter((word, at) => words.findIndex((other) => fold(other) === fold(word)) === at)
}
