import { fold, squeeze } from '../folding.ts'
import { ANY_DAY } from './days.ts'
import { treeOfPiece } from './grammar.ts'
import { type SearchPiece, searchPieces } from './pieces.ts'
import { labelOfPart } from './print.ts'

/** What a click on a tag does to the search text. */
export type SearchEdit = 'include' | 'exclude' | 'remove' | 'search'

/**
 * include appends the tag, exclude appends it with a minus, remove deletes it, search replaces the whole text
 * by it. A word never occurs twice: including an excluded tag, or the reverse, changes its minus in place.
 * Other conditions stay as written.
 *
 * @param tag a tag's name, a word, or another part in canonical form without its minus
 */
export function editSearchText(text: string, edit: SearchEdit, tag: string): string {
  if (edit === 'search') return tag
  const pieces = searchPieces(text, ANY_DAY).map((piece) => ({
    wanted: edit !== 'exclude' ? tag : piece.kind === 'choice' ? `-(${tag})` : `-${tag}`,
    isTag: fold(wordOf(piece) ?? labelOf(piece)) === fold(tag),
    written: writePiece(text, piece),
  }))
  if (edit === 'remove') return join(pieces.filter(({ isTag }) => !isTag).map(({ written }) => written))
  const turned = pieces.map(({ isTag, wanted, written }) => (isTag ? wanted : written))
  return join(pieces.some(({ isTag }) => isTag) ? turned : [...turned, edit === 'exclude' ? `-${tag}` : tag])
}

/** Replaces the last, unfinished word by the tag picked from the suggestions. */
export function completeLastWord(text: string, tag: string): string {
  const { piece, top } = lastPiece(text)
  if (piece === null || top === null)
    return editSearchText(text, text.trimEnd().endsWith('-') ? 'exclude' : 'include', tag)
  if (piece !== top) return `${text.slice(0, piece.from)}${piece.isExcluded ? '-' : ''}${tag}`
  return editSearchText(text.slice(0, piece.from), piece.isExcluded ? 'exclude' : 'include', tag)
}

/** The word at the end, without a minus or `tag:`; suggestions complete it. */
export function lastWord(text: string): string {
  return splitLastWord(text).word
}

/** The text before `lastWord`. */
export function withoutLastWord(text: string): string {
  return splitLastWord(text).before
}

/** `lastWord` and `withoutLastWord`, parsing the text once. */
export function splitLastWord(text: string): { readonly word: string; readonly before: string } {
  const { piece, top } = lastPiece(text)
  return {
    word: piece === null ? '' : (wordOf(piece) ?? ''),
    before: top === null ? text : text.slice(0, top.from),
  }
}

/** The last part, and the one between commas that contains it; null: the text ends with a comma. */
export function lastPiece(text: string): { piece: SearchPiece | null; top: SearchPiece | null } {
  const top = searchPieces(text, ANY_DAY).at(-1)
  if (top === undefined || text.slice(top.to).trim() !== '') return { piece: null, top: null }
  return { piece: top.kind === 'choice' ? (top.pieces.at(-1) ?? top) : top, top }
}

/** A part between commas as a text spells it, with its minus: `is:untagged` for `tags:0`. Null: the text has no such part. */
export function spellingOf(text: string, label: string): string | null {
  const piece = searchPieces(text, ANY_DAY).find((each) => labelOf(each) === label)
  return piece === undefined ? null : writePiece(text, piece)
}

/** The word or tag name of a part; null for other parts. */
function wordOf(piece: SearchPiece): string | null {
  if (piece.kind === 'word') return piece.word
  const condition = piece.kind === 'condition' ? piece.condition : null
  return condition?.kind === 'tag' && !condition.isExact ? condition.name : null
}

function labelOf(piece: SearchPiece): string {
  return labelOfPart(treeOfPiece(piece))
}

/** The part as written, with single spaces. */
function writePiece(text: string, piece: SearchPiece): string {
  const written = text.slice(piece.from, piece.to)
  return piece.kind === 'word' ? squeeze(written).replace(/^- /, '-') : written
}

function join(pieces: readonly string[]): string {
  return pieces.join(', ')
}
