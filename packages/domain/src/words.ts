/**
 * Kinds of UTF-16 units. Where one run ends and the next begins depends on the two units there alone, so
 * that a piece cut from a text falls into the same runs as it did inside, but for its two ends.
 */
export const UNIT = {
  /** A space: never part of a run. */
  gap: 0,
  /** Letters, digits, their marks; halves of surrogate pairs, whatever they are halves of. */
  word: 1,
  /** Punctuation and everything else. */
  sign: 2,
  /** Scripts written without spaces (Han, Kana): each unit is a run of its own. */
  single: 3,
} as const

/** The kind of each of the 65,536 units; worked out on first use (a few ms). */
export function unitKinds(): Uint8Array {
  kinds ??= Uint8Array.from({ length: 0x10000 }, (_, unit) => kindOfUnit(unit))
  return kinds
}

let kinds: Uint8Array | undefined

/** The kind of one unit, worked out anew; for whoever needs few of them. */
export function kindOfUnit(unit: number): number {
  if (unit === 0x20 || unit === 0x0a) return UNIT.gap
  if (unit >= 0xd800 && unit <= 0xdfff) return UNIT.word
  const char = String.fromCharCode(unit)
  if (WRITTEN_WITHOUT_SPACES.test(char)) return UNIT.single
  return WORD.test(char) ? UNIT.word : UNIT.sign
}

/**
 * The words of a folded text, in order: runs of letters, digits and their marks, and each character of a
 * script that is written without spaces. What suggestions learn from.
 */
export function wordsOf(foldedText: string): string[] {
  const kindByUnit = unitKinds()
  const words: string[] = []
  const end = foldedText.length
  for (let at = 0; at < end; ) {
    const kind = kindByUnit[foldedText.charCodeAt(at)]
    const start = at++
    if (kind === UNIT.word) while (at < end && kindByUnit[foldedText.charCodeAt(at)] === UNIT.word) at++
    if (kind === UNIT.word || kind === UNIT.single) words.push(foldedText.slice(start, at))
  }
  return words
}

const WORD = /[\p{L}\p{N}\p{M}]/u
const WRITTEN_WITHOUT_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u
