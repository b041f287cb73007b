import { fold } from '@cardinal/domain'

/** A part of a text, and whether it matches. All parts joined are the text. */
interface TextPart {
  readonly text: string
  readonly isMatch: boolean
}

/**
 * Splits a text at matches of the search words. Compares folded texts as the engine does, but keeps the original
 * characters: `cafe` matches "café".
 */
export function markMatches(text: string, words: readonly string[]): readonly TextPart[] {
  const needles = words.map(fold).filter((needle) => needle !== '')
  if (needles.length === 0 || text === '') return [{ text, isMatch: false }]
  const { folded, origins } = foldWithOrigins(text)
  const marked = new Uint8Array(text.length)
  for (const needle of needles) markOne(folded, origins, needle, marked)
  return partsOf(text, marked)
}

export function hasMatch(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return false
  const folded = fold(text)
  return words.map(fold).some((needle) => needle !== '' && folded.includes(needle))
}

/**
 * The text from shortly before its first match, if that isn't within the first `limit` characters. A longer text
 * is compared only in lower case, because folding it takes long.
 */
export function fromMatch(text: string, words: readonly string[], limit: number): string {
  if (words.length === 0 || text.length <= limit || hasMatch(text.slice(0, limit), words)) return text
  const at = text.length > LONG_TEXT ? plainMatch(text, words) : foldedMatch(text, words)
  if (at <= 0) return text
  const from = at - CONTEXT_BEFORE
  return from <= 0 ? text : `…${text.slice(from + text.slice(from, at).search(/\s/) + 1)}`
}

/** Characters shown before a match. */
const CONTEXT_BEFORE = 24
const LONG_TEXT = 4_000

function foldedMatch(text: string, words: readonly string[]): number {
  const [first] = markMatches(text, words)
  return first === undefined || first.isMatch ? 0 : first.text.length === text.length ? -1 : first.text.length
}

function plainMatch(text: string, words: readonly string[]): number {
  const lower = text.toLowerCase()
  const found = words.map((word) => lower.indexOf(fold(word))).filter((at) => at >= 0)
  return found.length === 0 ? -1 : Math.min(...found)
}

function markOne(folded: string, origins: readonly number[], needle: string, marked: Uint8Array): void {
  for (let at = folded.indexOf(needle); at !== -1; at = folded.indexOf(needle, at + needle.length)) {
    const start = origins[at] ?? 0
    const end = origins[at + needle.length] ?? marked.length
    marked.fill(1, start, end)
  }
}

/**
 * The folded text, and for each of its code units the index in the original. Folds character by character (base
 * letter with marks), because folding changes lengths.
 */
function foldWithOrigins(text: string): { folded: string; origins: readonly number[] } {
  let folded = ''
  const origins: number[] = []
  for (const piece of text.matchAll(PIECE)) {
    const isSpace = /^\s/.test(piece[0])
    const part = isSpace ? ' ' : fold(piece[0])
    for (let i = 0; i < part.length; i++) origins.push(piece.index)
    folded += part
  }
  origins.push(text.length)
  return { folded, origins }
}

function partsOf(text: string, marked: Uint8Array): readonly TextPart[] {
  const parts: TextPart[] = []
  let start = 0
  for (let i = 1; i <= text.length; i++) {
    if (i < text.length && marked[i] === marked[start]) continue
    parts.push({ text: text.slice(start, i), isMatch: marked[start] === 1 })
    start = i
  }
  return parts
}

const PIECE = /\s+|[\s\S]\p{M}*/gu
