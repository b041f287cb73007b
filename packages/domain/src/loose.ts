import { fold } from './folding.ts'
import { unique } from './lists.ts'
import { plainWordsOf, type SearchTree } from './searchbar/search-tree.ts'
import { wordsOf } from './words.ts'

/** More single words than this are not looked for loosely. */
const MOST_SINGLE_WORDS = 12

/**
 * The single words of the plain words, folded, each once: split at white space, and at signs where each part has two
 * letters or more (`web-dav`, but not `c++`). Empty also where there are too many. Source: docs/search.md, section 10.
 */
export function singleWords(tree: SearchTree): readonly string[] {
  const pieces = plainWordsOf(tree).flatMap((word) => fold(word).split(' '))
  const words = pieces.flatMap((piece) => {
    const parts = wordsOf(piece)
    return parts.length > 1 && parts.every((part) => part.length > 1) ? parts : [piece]
  })
  const found = unique(words).filter((word) => word !== '')
  return found.length > MOST_SINGLE_WORDS ? [] : found
}

/** How close a typed word is to another one. */
export interface Closeness {
  readonly edits: number
  /** False: the typed word is close to the beginning of the other one. */
  readonly isWhole: boolean
  /** Code points at the beginning in which the two agree. */
  readonly shared: number
}

/**
 * How close a typed word is to a word of a card, both as the code points of folded texts. Null: not close, or the word
 * contains the typed one, so that an exact search finds it. Source: docs/search.md, section 10.
 *
 * @param start where the word begins among the code points, and `end` where it ends
 */
export function closeness(
  typed: ArrayLike<number>,
  word: ArrayLike<number>,
  start = 0,
  end = word.length,
): Closeness | null {
  const [count, length] = [typed.length, end - start]
  const most = mostEdits(count)
  if (most === 0 || length < count - most || containsAll(word, start, end, typed)) return null
  let shared = 0
  while (shared < Math.min(count, length) && typed[shared] === word[start + shared]) shared++
  const mayBegin = count >= 4 && shared > 0 && length > count - most
  if (!mayBegin && length > count + most) return null
  const row = lastRow(typed, word, start, most, Math.min(length, count + most))
  if (row === null) return null
  let [edits, isWhole] = [most + 1, false]
  for (let cut = Math.max(1, count - most); cut <= Math.min(length, count + most); cut++) {
    const here = row[cut] as number
    if (here > editsForgiven(Math.max(count, cut)) || !(cut === length || mayBegin)) continue
    if (here > edits || (here === edits && cut < length)) continue
    edits = here
    isWhole = cut === length
  }
  return edits > most ? null : { edits, isWhole, shared }
}

/** The most edits by which anything can be close to a word of so many code points. */
export function mostEdits(codePoints: number): 0 | 1 | 2 {
  if (codePoints < 3 || codePoints > LONGEST_CLOSE) return 0
  // Two insertions make a word of six long enough for two edits; see `editsForgiven`.
  return codePoints < 6 ? 1 : 2
}

/** A number that is smaller for fewer edits, and among equal ones for whole words. */
export function distanceOf({ edits, isWhole }: Closeness): number {
  return 2 * edits + (isWhole ? 0 : 1)
}

/** Orders close words: by distance, then those first that agree longest from the beginning. */
export function compareCloseness(a: Closeness, b: Closeness): number {
  return distanceOf(a) - distanceOf(b) || b.shared - a.shared
}

/** Numbers of the code points of a text. */
export function codePointsOf(text: string): number[] {
  return Array.from(text, (point) => point.codePointAt(0) as number)
}

/** Longer words are not compared. */
const LONGEST_CLOSE = 40

function editsForgiven(codePoints: number): number {
  return codePoints < 4 ? 0 : codePoints < 8 ? 1 : 2
}

function containsAll(word: ArrayLike<number>, start: number, end: number, typed: ArrayLike<number>): boolean {
  for (let from = start; from + typed.length <= end; from++) {
    let same = 0
    while (same < typed.length && word[from + same] === typed[same]) same++
    if (same === typed.length) return true
  }
  return false
}

/** Three rows of distances, used in turn. */
const ROWS = [0, 1, 2].map(() => new Uint8Array(LONGEST_CLOSE + 3))

/**
 * Distances (optimal string alignment) of `from` to each beginning of `to`, by its length up to `end`; only those within
 * `edits` are right, the others are greater. Null: none is. Valid until the next call.
 */
function lastRow(
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  start: number,
  edits: number,
  end: number,
): Uint8Array | null {
  let [twoBack, oneBack, row] = ROWS as [Uint8Array, Uint8Array, Uint8Array]
  for (let j = 0; j <= end; j++) oneBack[j] = j
  for (let i = 1; i <= from.length; i++) {
    row.fill(edits + 1, 0, end + 1)
    if (i <= edits) row[0] = i
    let best = row[0] as number
    const point = from[i - 1]
    for (let j = Math.max(1, i - edits); j <= Math.min(end, i + edits); j++) {
      let cost = (oneBack[j - 1] as number) + (point === to[start + j - 1] ? 0 : 1)
      cost = Math.min(cost, (oneBack[j] as number) + 1, (row[j - 1] as number) + 1)
      if (i > 1 && j > 1 && point === to[start + j - 2] && from[i - 2] === to[start + j - 1])
        cost = Math.min(cost, (twoBack[j - 2] as number) + 1)
      row[j] = Math.min(cost, edits + 1)
      best = Math.min(best, cost)
    }
    if (best > edits) return null
    ;[twoBack, oneBack, row] = [oneBack, row, twoBack]
  }
  return oneBack
}
