/** Splits at spaces and underscores. */
export function nameParts(foldedName: string): string[] {
  return foldedName.split(/[ _]/).filter((part) => part !== '')
}

export function beginsAPart(foldedName: string, foldedWord: string): boolean {
  return nameParts(foldedName).some((part) => part.startsWith(foldedWord))
}

/** Typing errors allowed for a keyword, by its code points. */
export function forgivenEdits(foldedKeyword: string): number {
  // Counting code points is only needed for short texts.
  return editsForgiven(foldedKeyword.length >= 16 ? 16 : [...foldedKeyword].length)
}

/** Typing errors allowed: none below 4 code points, one from 4, two from 8. */
export function editsForgiven(codePoints: number): 0 | 1 | 2 {
  if (codePoints < 4) return 0
  return codePoints < 8 ? 1 : 2
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
  const from = codePointsOf(a)
  const to = codePointsOf(b)
  if (Math.abs(from.length - to.length) > edits) return false
  const row = distancesToBeginnings(from, to, edits)
  return row !== null && (row[to.length] as number) <= edits
}

export function codePointsOf(text: string): number[] {
  return Array.from(text, (point) => point.codePointAt(0) as number)
}

/** Rows of distances, reused by each call in turn. */
let ROWS = rowsOf(48)

function rowsOf(length: number): readonly [Uint8Array, Uint8Array, Uint8Array] {
  return [new Uint8Array(length), new Uint8Array(length), new Uint8Array(length)]
}

/**
 * Distances (optimal string alignment) of `from` to each beginning of `to`, by its length up to `end`. Only
 * distances up to `edits` are exact; others are just greater than `edits`. Null: all are greater. Valid until
 * the next call.
 *
 * @param start where `to` begins in its array
 */
export function distancesToBeginnings(
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  edits: number,
  start = 0,
  end = to.length,
): Uint8Array | null {
  const tooFar = edits + 1
  if (end >= ROWS[0].length) ROWS = rowsOf(2 * end)
  let [twoBack, oneBack, row] = ROWS
  for (let j = 0; j <= end; j++) oneBack[j] = Math.min(j, tooFar)
  for (let i = 1; i <= from.length; i++) {
    row.fill(tooFar, 0, end + 1)
    if (i <= edits) row[0] = i
    let best = row[0] as number
    const point = from[i - 1]
    for (let j = Math.max(1, i - edits); j <= Math.min(end, i + edits); j++) {
      let cost = (oneBack[j - 1] as number) + (point === to[start + j - 1] ? 0 : 1)
      cost = Math.min(cost, (oneBack[j] as number) + 1, (row[j - 1] as number) + 1)
      if (i > 1 && j > 1 && point === to[start + j - 2] && from[i - 2] === to[start + j - 1])
        cost = Math.min(cost, (twoBack[j - 2] as number) + 1)
      row[j] = Math.min(cost, tooFar)
      best = Math.min(best, cost)
    }
    // A later swap reads the row before this one, but costs at least the least distance of this row.
    if (best > edits) return null
    ;[twoBack, oneBack, row] = [oneBack, row, twoBack]
  }
  return oneBack
}

/**
 * Why two names may mean one tag: they differ only in punctuation, in singular and plural, or in one letter.
 */
export type NameLikeness = 'signs' | 'plural' | 'letter'

/** Least code units. Shorter names that differ in a letter may be two words, such as `list` and `lisp`. */
const LONG_ENOUGH = 7

/** Both names are folded. Null: they mean two things. */
export function nameLikeness(a: string, b: string): NameLikeness | null {
  const [plain, other] = [withoutSigns(a), withoutSigns(b)]
  if (plain === '' || other === '') return null
  if (plain === other) return 'signs'
  if (singular(plain) === singular(other)) return 'plural'
  const isLong = plain.length >= LONG_ENOUGH && other.length >= LONG_ENOUGH
  // Names with different digits are different versions or years.
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
