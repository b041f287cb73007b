/**
 * Kinds of UTF-16 units. Whether a token ends depends only on the two adjacent units. A substring thus has
 * the same tokens as in the whole text, except at its two ends.
 */
export const UNIT = {
  /** Space: never part of a token. */
  gap: 0,
  /** Letters, digits, their marks; surrogates. */
  word: 1,
  /** Punctuation and everything else. */
  sign: 2,
  /** Scripts written without spaces (Han, Kana): each unit is a run of its own. */
  single: 3,
} as const

/** Computed on first use: most units never occur. */
export function kindOfUnit(unit: number): number {
  const known = KNOWN_KINDS[unit] as number
  return known === 0 ? learn(unit) : known - 1
}

/**
 * The words of a folded text, in order: runs of letters, digits and marks, and each character of scripts without spaces.
 * Suggestions learn from them.
 */
export function wordsOf(foldedText: string): string[] {
  const words: string[] = []
  const end = foldedText.length
  for (let at = 0; at < end; ) {
    const kind = kindOfUnit(foldedText.charCodeAt(at))
    const start = at++
    if (kind === UNIT.word) while (at < end && kindOfUnit(foldedText.charCodeAt(at)) === UNIT.word) at++
    if (kind === UNIT.word || kind === UNIT.single) words.push(foldedText.slice(start, at))
  }
  return words
}

/**
 * The joined words of a folded text: words with a single underscore between them, such as `mod_dav`. Close words are words
 * and joined words.
 */
export function joinedWordsOf(foldedText: string): string[] {
  const isWord = (at: number) =>
    at >= 0 && at < foldedText.length && kindOfUnit(foldedText.charCodeAt(at)) === UNIT.word
  const joined: string[] = []
  for (let at = 0; at < foldedText.length; at++) {
    if (!isWord(at)) continue
    const start = at
    let joins = 0
    for (; isWord(at) || (foldedText[at] === '_' && isWord(at + 1)); at++) if (!isWord(at)) joins++
    if (joins > 0) joined.push(foldedText.slice(start, at))
  }
  return joined
}

function learn(unit: number): number {
  const kind = workedOut(unit)
  KNOWN_KINDS[unit] = kind + 1
  return kind
}

function workedOut(unit: number): number {
  if (unit === 0x20 || unit === 0x0a) return UNIT.gap
  if (unit >= 0xd800 && unit <= 0xdfff) return UNIT.word
  const char = String.fromCharCode(unit)
  if (WRITTEN_WITHOUT_SPACES.test(char)) return UNIT.single
  return WORD.test(char) ? UNIT.word : UNIT.sign
}

/** By unit: its kind plus one; 0: not computed yet. */
const KNOWN_KINDS = new Uint8Array(0x10000)
const WORD = /[\p{L}\p{N}\p{M}]/u
const WRITTEN_WITHOUT_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u
