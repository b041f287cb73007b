import { type Calendar, UTC_DAYS } from './days.ts'
import { treeOfPiece } from './grammar.ts'
import { type SearchPiece, searchPieces } from './pieces.ts'
import { labelOfPart } from './print.ts'

/**
 * What a token of a search text is: a word, a condition written with a field or quotes, alternatives, or
 * pieces in parentheses.
 */
export type SearchTokenKind = 'word' | 'tag' | 'text' | 'field' | 'choice' | 'group'

/** One part of a search text, with where it is. */
export interface SearchToken {
  /** Where it begins in the text, in UTF-16 code units, its minus sign included; no white space around it. */
  readonly from: number
  /** Where it ends: the first code unit behind it. */
  readonly to: number
  /**
   * The word, white space squeezed; any other part in its canonical form. Without its minus sign: as
   * `withoutEachWord` names it.
   */
  readonly text: string
  readonly isExcluded: boolean
  readonly kind: SearchTokenKind
  /** The tokens of alternatives, or in parentheses. */
  readonly parts?: readonly SearchToken[]
}

/**
 * Splits a search text into its tokens, in order, duplicates and all. The searchbar draws them. Between two of them
 * stand separators and white space. Pieces that are empty, or fold to nothing, are dropped. Source: docs/search.md,
 * section 2.
 */
export function searchTokens(text: string, calendar: Calendar = UTC_DAYS): readonly SearchToken[] {
  return searchPieces(text, calendar).map(tokenOf)
}

function tokenOf(piece: SearchPiece): SearchToken {
  const { from, to, isExcluded } = piece
  if (piece.kind === 'word') return { from, to, text: piece.word, isExcluded, kind: 'word' }
  const token = { from, to, text: labelOfPart(treeOfPiece(piece)), isExcluded }
  if (piece.kind !== 'condition') return { ...token, kind: piece.kind, parts: piece.pieces.map(tokenOf) }
  const { kind } = piece.condition
  return { ...token, kind: kind === 'tag' || kind === 'text' ? kind : 'field' }
}
