import { fold } from './folding.ts'
import { unique } from './lists.ts'
import { codePointsOf, distancesToBeginnings, editsForgiven } from './nearness.ts'
import { plainWordsOf, type SearchTree } from './searchbar/search-tree.ts'
import { wordsOf } from './words.ts'

/** A search with more single words has no loose matches. */
const MOST_SINGLE_WORDS = 12

/**
 * The single words of the plain words, folded, each once: split at white space, and at signs where each part
 * has two letters or more (`web-dav`, but not `c++`). Empty if there are too many, or if the only word is too
 * short for edits. Source: docs/search.md, section 10.
 */
export function singleWords(tree: SearchTree): readonly string[] {
  const pieces = plainWordsOf(tree).flatMap((word) => fold(word).split(' '))
  const words = pieces.flatMap((piece) => {
    const parts = wordsOf(piece)
    return parts.length > 1 && parts.every((part) => part.length > 1) ? parts : [piece]
  })
  const found = unique(words).filter((word) => word !== '')
  const isTooShort = found.length === 1 && mostEdits(codePointsOf(found[0] as string).length) === 0
  return isTooShort || found.length > MOST_SINGLE_WORDS ? [] : found
}

/** How close a typed word is to another one. */
export interface Closeness {
  /**
   * Twice the number of edits, plus one if only a beginning of the other word is close. For a form: `FORM`.
   */
  readonly distance: number
  /** Code points of their common beginning. */
  readonly shared: number
}

/** The distance of a form: greater than that of any edits. */
const FORM = 6
/** Least code points that a word and its form share at the beginning. */
export const FORM_SHARES = 5

/**
 * How close a typed word is to a word of a card or a joined word, whose underscores are no letters, both as the code points of folded
 * texts. Null: not close, or the word contains the typed one, so that an exact search finds it. Source: docs/search.md, section 10.
 *
 * @param start where the word begins among the code points, and `end` where it ends
 */
export function closeness(
  typed: ArrayLike<number>,
  word: ArrayLike<number>,
  start = 0,
  end = word.length,
): Closeness | null {
  if (mostEdits(typed.length) === 0 || containsAll(word, start, end, typed)) return null
  if (!containsAll(word, start, end, JOIN)) return letterCloseness(typed, word, start, end)
  const letters: number[] = []
  for (let at = start; at < end; at++) if (word[at] !== UNDERSCORE) letters.push(word[at] as number)
  return letterCloseness(typed, letters, 0, letters.length)
}

/** Closeness by edits, without forms. */
function letterCloseness(
  typed: ArrayLike<number>,
  word: ArrayLike<number>,
  start: number,
  end: number,
): Closeness | null {
  const [count, length] = [typed.length, end - start]
  let shared = 0
  while (shared < Math.min(count, length) && typed[shared] === word[start + shared]) shared++
  const distance = editDistance(typed, word, start, length, shared)
  if (distance !== null) return { distance, shared }
  const mayBeForm = shared >= FORM_SHARES && shared >= count - shared + length - shared
  if (!mayBeForm || hasDigit(typed, shared, count) || hasDigit(word, start + shared, end)) return null
  return { distance: FORM, shared }
}

/** Null: more than the allowed edits. */
function editDistance(
  typed: ArrayLike<number>,
  word: ArrayLike<number>,
  start: number,
  length: number,
  shared: number,
): number | null {
  const count = typed.length
  const most = mostEdits(count)
  if (length < count - most) return null
  const mayBegin = count >= 4 && shared > 0 && length > count - most
  if (!mayBegin && length > count + most) return null
  const row = distancesToBeginnings(typed, word, most, start, Math.min(length, count + most))
  if (row === null) return null
  let best: number | null = null
  for (let cut = Math.max(1, count - most); cut <= Math.min(length, count + most); cut++) {
    const edits = row[cut] as number
    if (edits > editsForgiven(Math.max(count, cut)) || !(cut === length || mayBegin)) continue
    const distance = 2 * edits + (cut === length ? 0 : 1)
    if (best === null || distance < best) best = distance
  }
  return best
}

/** Digits tell years and versions apart, so they are no ending of a word. */
function hasDigit(points: ArrayLike<number>, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const point = points[at] as number
    if (point >= 0x30 && point <= 0x39) return true
  }
  return false
}

/** Most edits by which a typed word of this length can be close to any word. */
export function mostEdits(codePoints: number): 0 | 1 | 2 {
  if (codePoints < 3 || codePoints > LONGEST_CLOSE) return 0
  // Two insertions turn six letters into eight, for which two edits are allowed; see `editsForgiven`.
  return codePoints < 6 ? 1 : 2
}

/** Sorts close words by distance, then by the longest common beginning. */
export function compareCloseness(a: Closeness, b: Closeness): number {
  return a.distance - b.distance || b.shared - a.shared
}

/** Code points. Longer words are not compared. */
const LONGEST_CLOSE = 40
const UNDERSCORE = 0x5f
const JOIN = [UNDERSCORE]

function containsAll(word: ArrayLike<number>, start: number, end: number, typed: ArrayLike<number>): boolean {
  for (let from = start; from + typed.length <= end; from++) {
    let same = 0
    while (same < typed.length && word[from + same] === typed[same]) same++
    if (same === typed.length) return true
  }
  return false
}
