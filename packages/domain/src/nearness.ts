/** Splits at spaces and underscores. */
export function nameParts(foldedName: string): string[] {
  return foldedName.split(/[ _]/).filter((part) => part !== '')
}

export function beginsAPart(foldedName: string, foldedWord: string): boolean {
  return nameParts(foldedName).some((part) => part.startsWith(foldedWord))
}

/** Typing errors allowed for a keyword: none below 4 code points, one from 4, two from 8. */
export function forgivenEdits(foldedKeyword: string): number {
  // Counting code points is only needed for short texts.
  if (foldedKeyword.length < 4) return 0
  const length = foldedKeyword.length >= 16 ? 16 : [...foldedKeyword].length
  if (length < 4) return 0
  return length < 8 ? 1 : 2
}

/**
 * Whether a name contains the keyword, or it or one of its parts is within the edits that the keyword's length allows. Both
 * folded. Source: docs/search.md, section 6.
 */
export function isNear(foldedName: string, foldedKeyword: string): boolean {
  if (foldedName.includes(foldedKeyword)) return true
  const edits = forgivenEdits(foldedKeyword)
  if (edits === 0) return false
  return (
    isWithinEdits(foldedName, foldedKeyword, edits) ||
    nameParts(foldedName).some((part) => isWithinEdits(part, foldedKeyword, edits))
  )
}

/**
 * Whether the optimal string alignment distance of a and b is at most `edits`: inserting, deleting, replacing a code point,
 * or swapping two neighbours; no substring is edited twice. Computes only the diagonal band within `edits`, so long texts
 * cost little.
 */
export function isWithinEdits(a: string, b: string, edits: number): boolean {
  // A code point is one or two units, so texts that differ more in length are out of reach.
  if (a.length > 2 * (b.length + edits) || b.length > 2 * (a.length + edits)) return false
  const from = [...a]
  const to = [...b]
  if (Math.abs(from.length - to.length) > edits) return false
  return bandedDistance(from, to, edits) <= edits
}

function bandedDistance(from: readonly string[], to: readonly string[], edits: number): number {
  const tooFar = edits + 1
  let twoBack: number[] = []
  let oneBack: number[] = Array.from({ length: to.length + 1 }, (_, j) => Math.min(j, tooFar))
  for (let i = 1; i <= from.length; i++) {
    const row = new Array<number>(to.length + 1).fill(tooFar)
    row[0] = i
    let best = i
    for (let j = Math.max(1, i - edits); j <= Math.min(to.length, i + edits); j++) {
      const replaced = at(oneBack, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1)
      let cost = Math.min(replaced, at(oneBack, j) + 1, at(row, j - 1) + 1)
      const isSwap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      if (isSwap) cost = Math.min(cost, at(twoBack, j - 2) + 1)
      row[j] = Math.min(cost, tooFar)
      best = Math.min(best, cost)
    }
    // A later swap reads the row before this one, but can cost no less than the best of this row.
    if (best > edits) return tooFar
    twoBack = oneBack
    oneBack = row
  }
  return at(oneBack, to.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
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
  // With two insertions the longer word just reaches the next limit.
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

/** Why two names may mean one tag: they differ only in punctuation, in number (singular, plural), or in one letter. */
export type NameLikeness = 'signs' | 'plural' | 'letter'

/** Shorter names may differ in a letter and mean two things, such as `list` and `lisp`. */
const LONG_ENOUGH = 7

/** Both names folded. Null: not alike enough to mean the same. */
export function nameLikeness(a: string, b: string): NameLikeness | null {
  const [plain, other] = [withoutSigns(a), withoutSigns(b)]
  if (plain === '' || other === '') return null
  if (plain === other) return 'signs'
  if (singular(plain) === singular(other)) return 'plural'
  const isLong = plain.length >= LONG_ENOUGH && other.length >= LONG_ENOUGH
  // Digits tell versions and years apart.
  const sameFigures = plain.replace(/\D/g, '') === other.replace(/\D/g, '')
  return isLong && sameFigures && isWithinEdits(plain, other, 1) ? 'letter' : null
}

/**
 * Keys of a folded name; names that are alike share one. The keys: the name without punctuation, its singular, and every
 * text with one letter removed.
 */
export function likenessKeys(folded: string): readonly string[] {
  const plain = withoutSigns(folded)
  if (plain === '') return []
  const keys = new Set([plain, singular(plain)])
  if (plain.length >= LONG_ENOUGH - 1)
    for (let at = 0; at < Math.min(plain.length, 40); at++) keys.add(plain.slice(0, at) + plain.slice(at + 1))
  return [...keys]
}

/** Removes punctuation. `c++` and `c#` keep theirs: without it little is left. */
function withoutSigns(folded: string): string {
  const plain = folded.replace(/[\s_\-.']/g, '')
  return plain.length < 3 ? folded : plain
}

/** English plurals only; other words stay unchanged. */
function singular(name: string): string {
  if (name.length > 4 && name.endsWith('ies')) return `${name.slice(0, -3)}y`
  if (name.length > 4 && /(?:ch|sh|ss|x)es$/.test(name)) return name.slice(0, -2)
  return name.length > 3 && name.endsWith('s') && !name.endsWith('ss') ? name.slice(0, -1) : name
}
