import { fold } from '../folding.ts'
import { ANY_DAY, type Calendar, UTC_DAYS } from './days.ts'
import { allOf, anyOf, notOf } from './normal-form.ts'
import { type SearchPiece, searchPieces } from './pieces.ts'
import type { SearchTree } from './search-tree.ts'

/** A word or a tag's name in a search text. */
export interface SearchWord {
  readonly text: string
  readonly isExcluded: boolean
}

/**
 * Returns the tree that a search text stands for. Every text has one: what is no sign of the language is a word.
 * Source: docs/search.md, section 2.
 *
 * @param calendar for the days in it; without a today, `today` is a word
 */
export function parseSearch(text: string, calendar: Calendar = UTC_DAYS): SearchTree {
  return treeOfList(searchPieces(text, calendar))
}

/**
 * Returns the tree of all pieces, which must all match. The words go together first: there may be thousands, which
 * would be as many trees.
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
 * Returns the words of a second searchbar: each included one is in some text of the card, no excluded one is in any.
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

/** Returns the condition of one piece, its minus included. A minus before a word leaves out the tag that it names. */
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

/** Returns the words and names of tags in a search text, in order, duplicates and all, also those in parentheses. */
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

/** Returns the included ones of `searchWords`, each once. */
export function includedWords(text: string): readonly string[] {
  const byFold = new Map<string, string>()
  for (const word of searchWords(text))
    if (!word.isExcluded && !byFold.has(fold(word.text))) byFold.set(fold(word.text), word.text)
  return [...byFold.values()]
}

/** Returns whether a text says anything that words and commas alone could not. */
export function usesSigns(text: string): boolean {
  return searchPieces(text, ANY_DAY).some((piece) => piece.kind !== 'word')
}

/**
 * Returns words that stand more than once between the commas of a text, in folded form; for "Duplicates not allowed".
 */
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
