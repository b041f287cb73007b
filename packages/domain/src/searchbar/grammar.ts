import { fold } from '../folding.ts'
import { ANY_DAY, type Calendar, UTC_DAYS } from './days.ts'
import { allOf, anyOf, notOf } from './normal-form.ts'
import { type SearchPiece, searchPieces } from './pieces.ts'
import type { SearchTree } from './search-tree.ts'

interface SearchWord {
  readonly text: string
  readonly isExcluded: boolean
}

/**
 * Every text parses: what is no operator is a word. Source: docs/search.md, section 2.
 *
 * @param calendar for days; without a today, `today` is a word
 */
export function parseSearch(text: string, calendar: Calendar = UTC_DAYS): SearchTree {
  return treeOfList(searchPieces(text, calendar))
}

/**
 * All parts must match. Plain words are joined first: a text may hold thousands, and a tree for each would cost too much.
 */
function treeOfList(pieces: readonly SearchPiece[]): SearchTree {
  const words: string[] = []
  const others: SearchTree[] = []
  for (const piece of pieces)
    if (piece.kind === 'word' && !piece.isExcluded) words.push(piece.word)
    else others.push(treeOfPiece(piece))
  return allOf([{ kind: 'words', words }, ...others])
}

/**
 * The search of the second searchbar: a card matches if each included word is in one of its texts and no
 * excluded word is.
 */
export function parseKeywords(text: string): SearchTree {
  return allOf(
    text.split(SEPARATOR).flatMap((piece): SearchTree[] => {
      const isExcluded = /^\s*-/.test(piece)
      const keyword = (isExcluded ? piece.slice(piece.indexOf('-') + 1) : piece).trim()
      if (fold(keyword) === '') return []
      const part: SearchTree = { kind: 'text', text: keyword }
      return [isExcluded ? notOf(part) : part]
    }),
  )
}

/** The condition of one part with its minus. A minus before a word excludes the tag of that name. */
export function treeOfPiece(piece: SearchPiece): SearchTree {
  if (piece.kind === 'word') {
    const { word, isExcluded } = piece
    return isExcluded ? notOf({ kind: 'tag', name: word, isExact: false }) : { kind: 'words', words: [word] }
  }
  const tree = withoutMinus(piece)
  return piece.isExcluded ? notOf(tree) : tree
}

function withoutMinus(piece: Exclude<SearchPiece, { readonly kind: 'word' }>): SearchTree {
  if (piece.kind === 'condition') return piece.condition
  return piece.kind === 'choice' ? anyOf(piece.pieces.map(treeOfPiece)) : treeOfList(piece.pieces)
}

/** Words and tag names in a search text, in order, with duplicates, also those in parentheses. */
export function searchWords(text: string): SearchWord[] {
  return searchPieces(text, ANY_DAY).flatMap((piece) => wordsOfPiece(piece, false))
}

function wordsOfPiece(piece: SearchPiece, isInExcluded: boolean): SearchWord[] {
  const isExcluded = piece.isExcluded !== isInExcluded
  switch (piece.kind) {
    case 'word':
      return [{ text: piece.word, isExcluded }]
    case 'condition':
      return piece.condition.kind === 'tag' ? [{ text: piece.condition.name, isExcluded }] : []
    default:
      return piece.pieces.flatMap((each) => wordsOfPiece(each, isExcluded))
  }
}

/** The included words, each once. */
export function includedWords(text: string): readonly string[] {
  const byFold = new Map<string, string>()
  for (const word of searchWords(text))
    if (!word.isExcluded && !byFold.has(fold(word.text))) byFold.set(fold(word.text), word.text)
  return [...byFold.values()]
}

/** Whether a text uses operators besides words, commas and minus. */
export function usesSigns(text: string): boolean {
  return searchPieces(text, ANY_DAY).some((piece) => piece.kind !== 'word')
}

/** Folded words that occur more than once, for the message "Duplicates not allowed". */
export function duplicateWords(text: string): string[] {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const piece of searchPieces(text, ANY_DAY)) {
    if (piece.kind !== 'word') continue
    const folded = fold(piece.word)
    if (seen.has(folded)) twice.add(folded)
    seen.add(folded)
  }
  return [...twice]
}

const SEPARATOR = /[,，]/
