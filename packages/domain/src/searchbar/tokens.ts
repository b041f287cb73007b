import { type Calendar, UTC_DAYS } from './days.ts'
import { treeOfPiece } from './grammar.ts'
import { type SearchPiece, searchPieces } from './pieces.ts'
import { labelOfPart } from './print.ts'

/** A word, a condition with a field or quotes, alternatives, or parts in parentheses. */
export type SearchTokenKind = 'word' | 'tag' | 'text' | 'field' | 'choice' | 'group'

/** One part of a search text, with its position. */
export interface SearchToken {
  /** UTF-16 index of its first unit, minus included; no white space around it. */
  readonly from: number
  /** UTF-16 index after its last unit. */
  readonly to: number
  /** A squeezed word, or another part in canonical form. Without the minus. */
  readonly text: string
  readonly isExcluded: boolean
  readonly kind: SearchTokenKind
  /** Tokens of alternatives or parentheses. */
  readonly parts?: readonly SearchToken[]
}

/**
 * The tokens of a search text, in order, with duplicates; the searchbar draws them. Separators and white space lie between
 * them. Parts that are empty, or fold to nothing, are dropped. Source: docs/search.md, section 2.
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
