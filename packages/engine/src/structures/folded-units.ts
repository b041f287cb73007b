import { fold, kindOfUnit, type SearchedTexts, textsBesides, UNIT } from '@cardinal/domain'
import { resized } from './bits.ts'
import { EMPTY_HASH, finishHash, hashUnit } from './unit-hash.ts'

/**
 * Folds the texts of one card into a reused buffer of UTF-16 units, and splits them into tokens in the same
 * pass. A token is a word, a run of signs, or one character of a script without spaces. Spaces belong to no
 * token.
 *
 * A unit that always folds to one unit is looked up in a table, which fills as units occur. A text with any
 * other unit (combining marks, surrogates, Hangul letters that compose) goes through `fold`. Both give the
 * same result.
 */
export class FoldedUnits {
  /** Folded units up to `length`. The buffer is replaced when it grows, like the token columns. */
  units = new Uint16Array(1024)
  length = 0
  /** Number of tokens; where each begins and ends; the hash of its units. */
  tokenCount = 0
  tokenStarts = new Int32Array(1024)
  tokenEnds = new Int32Array(1024)
  tokenHashes = new Int32Array(1024)
  /** Whether the folded form of every text is its lower case. */
  isLowerCase = true

  /**
   * Folds the texts of a card in the order of `textsOfCard`, joined by line breaks. Folding leaves no line break inside
   * a text.
   */
  read(card: SearchedTexts): void {
    this.clear()
    this.isLowerCase = true
    this.append(card.content)
    for (const { text } of card.subnotes) this.appendLine(text)
    for (const text of textsBesides(card)) this.appendLine(text)
  }

  /** Reads a text that is folded already. */
  readFolded(folded: string): void {
    this.clear()
    this.makeRoom(folded.length)
    this.appendBy(AS_IT_IS, learnAsItIs, folded)
  }

  private clear(): void {
    this.length = 0
    this.tokenCount = 0
  }

  private appendLine(text: string): void {
    this.makeRoom(1)
    this.units[this.length++] = LINE_BREAK
    this.append(text)
  }

  private append(text: string): void {
    this.makeRoom(text.length)
    if (this.appendBy(FOLDED, learnFolded, text)) return
    const folded = fold(text)
    this.isLowerCase &&= folded === text.toLowerCase()
    this.makeRoom(folded.length)
    this.appendBy(AS_IT_IS, learnAsItIs, folded)
  }

  /** Returns false and changes nothing when some unit can't be folded by itself. */
  private appendBy(table: Uint32Array, learn: (unit: number) => number, text: string): boolean {
    const { units, tokenStarts, tokenEnds, tokenHashes } = this
    const start = this.length
    let at = start
    let token = this.tokenCount
    let kind: number = UNIT.gap
    let hash = EMPTY_HASH
    let lower = IS_LOWER
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      const known = table[unit] as number
      const entry = known === 0 ? learn(unit) : known
      if (entry === DEPENDS_ON_NEIGHBOURS) return false
      lower &= entry
      const kindHere = (entry >>> KIND_SHIFT) & KIND_BITS
      if (kindHere !== kind || kind === UNIT.single) {
        if (kind !== UNIT.gap) {
          tokenEnds[token] = at
          tokenHashes[token++] = finishHash(hash)
        }
        kind = kindHere
        tokenStarts[token] = at
        hash = EMPTY_HASH
      } else if (kind === UNIT.gap) continue // Space after space, or at the beginning.
      const folded = entry & UNIT_BITS
      hash = hashUnit(hash, folded)
      units[at++] = folded
    }
    if (kind !== UNIT.gap) {
      tokenEnds[token] = at
      tokenHashes[token++] = finishHash(hash)
    } else if (at > start) at--
    this.isLowerCase &&= lower !== 0 && at - start === text.length
    this.length = at
    this.tokenCount = token
    return true
  }

  private makeRoom(count: number): void {
    const room = this.length + count
    if (room <= this.units.length) return
    this.units = resized(this.units, new Uint16Array(room * 2))
    this.tokenStarts = resized(this.tokenStarts, new Int32Array(room * 2))
    this.tokenEnds = resized(this.tokenEnds, new Int32Array(room * 2))
    this.tokenHashes = resized(this.tokenHashes, new Int32Array(room * 2))
  }
}

/** Folds a unit that doesn't depend on its neighbours; null for one that does. Line breaks become spaces. */
export function foldedUnit(unit: number): number | null {
  const entry = (FOLDED[unit] as number) || learnFolded(unit)
  return entry === DEPENDS_ON_NEIGHBOURS ? null : entry & UNIT_BITS
}

/** Returns whether a folded unit is always a token by itself. */
export function isSingleToken(unit: number): boolean {
  const entry = (AS_IT_IS[unit] as number) || learnAsItIs(unit)
  return ((entry >>> KIND_SHIFT) & KIND_BITS) === UNIT.single
}

export function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length)
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i)
  return units
}

export function textOf(units: Uint16Array, start: number, end: number): string {
  let text = ''
  // In chunks, because a call takes a limited number of arguments.
  for (let at = start; at < end; at += 4096)
    text += String.fromCharCode(...units.subarray(at, Math.min(end, at + 4096)))
  return text
}

/** Finds the first occurrence of a substring between `start` and `end`, or -1. */
export function indexOfUnits(units: Uint16Array, start: number, end: number, substring: Uint16Array): number {
  const count = substring.length
  if (count === 0 || count > end - start) return count === 0 ? start : -1
  // Comparing at each position is quickest for short substrings. Long ones would take quadratic time.
  if ((end - start) * count > MOST_COMPARISONS) {
    const found = textOf(units, start, end).indexOf(textOf(substring, 0, count))
    return found < 0 ? -1 : start + found
  }
  const first = substring[0]
  for (let at = start; at <= end - count; at++) {
    if (units[at] !== first) continue
    let same = 1
    while (same < count && units[at + same] === substring[same]) same++
    if (same === count) return at
  }
  return -1
}

/**
 * For each unit: 0 if not met yet, `DEPENDS_ON_NEIGHBOURS`, or its folded unit with its kind and `IS_LOWER`.
 * NUL and U+0001 count as dependent, because their numbers have these meanings.
 */
const FOLDED = new Uint32Array(0x10000)
/** As `FOLDED`, for units of folded text: each entry holds the unit itself. */
const AS_IT_IS = new Uint32Array(0x10000)
const DEPENDS_ON_NEIGHBOURS = 1
const IS_LOWER = 0x10000
const UNIT_BITS = 0xffff
const KIND_SHIFT = 17
const KIND_BITS = 3
/** Never 0, which means "not met yet". */
const IS_KNOWN = 1 << 19

function learnFolded(unit: number): number {
  const char = String.fromCharCode(unit)
  const folded = fold(`.${char}.`).slice(1, -1)
  const isAlone = unit > 1 && folded.length === 1 && !JOINING.test(char) && !JOINING.test(folded)
  // The lower case of a capital sigma depends on its position.
  const isLower = folded === char.toLowerCase() && char !== 'Σ'
  const entry = isAlone ? entryOf(folded.charCodeAt(0)) | (isLower ? IS_LOWER : 0) : DEPENDS_ON_NEIGHBOURS
  FOLDED[unit] = entry
  return entry
}

function learnAsItIs(unit: number): number {
  const entry = entryOf(unit)
  AS_IT_IS[unit] = entry
  return entry
}

function entryOf(folded: number): number {
  return folded | (kindOfUnit(folded) << KIND_SHIFT) | IS_KNOWN
}

/** Marks, surrogates and Hangul letters: their folded form depends on their neighbours. */
const JOINING = /[\p{M}\p{Cs}\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/u
const LINE_BREAK = 0x0a
const MOST_COMPARISONS = 1_000_000
