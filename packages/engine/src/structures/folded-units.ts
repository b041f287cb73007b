import { fold, kindOfUnit, UNIT } from '@cardinal/domain'
import { grown } from './grown.ts'
import { EMPTY_HASH, finishHash, hashUnit } from './unit-hash.ts'

/** What a card says: its content, and its subnotes. */
export interface CardTexts {
  readonly content: string
  readonly subnotes: readonly { readonly text: string }[]
}

/**
 * The folded texts of one card after the other, in one buffer of UTF-16 units that is used again for each:
 * nothing is left behind for a collector, and whoever reads them reads numbers. In the same pass they are cut
 * into tokens: words, signs, single characters of scripts without spaces; spaces belong to none.
 *
 * A unit that folds to one unit whatever stands beside it is looked up in a table, which fills as units
 * are met. A text with any other unit (marks, surrogates, Hangul letters that compose) is folded by
 * `fold`; both give the same.
 */
export class FoldedUnits {
  /** The units are those before `length`; replaced when it grows, like the tokens' columns. */
  units = new Uint16Array(1024)
  length = 0
  /** How many tokens there are, in order; where each begins and ends, and the hash of its units. */
  tokenCount = 0
  tokenStarts = new Int32Array(1024)
  tokenEnds = new Int32Array(1024)
  tokenHashes = new Int32Array(1024)
  /** The lower-case form of each text is its folded one. */
  isLowerCase = true

  /** Content first, then the subnotes, joined by line breaks, of which folding leaves none inside a text. */
  read({ content, subnotes }: CardTexts): void {
    this.clear()
    this.isLowerCase = true
    this.append(content)
    for (const { text } of subnotes) {
      this.makeRoom(1)
      this.units[this.length++] = LINE_BREAK
      this.append(text)
    }
  }

  /** A text that is folded already, as it is. */
  readFolded(folded: string): void {
    this.clear()
    this.makeRoom(folded.length)
    this.appendBy(AS_IT_IS, learnAsItIs, folded)
  }

  private clear(): void {
    this.length = 0
    this.tokenCount = 0
  }

  private append(text: string): void {
    this.makeRoom(text.length)
    if (this.appendBy(FOLDED, learnFolded, text)) return
    const folded = fold(text)
    this.isLowerCase &&= folded === text.toLowerCase()
    this.makeRoom(folded.length)
    this.appendBy(AS_IT_IS, learnAsItIs, folded)
  }

  /** False, and nothing done, when the text has a unit that doesn't fold by itself. */
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
      if (entry === NOT_ALONE) return false
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
    this.units = grown(this.units, new Uint16Array(room * 2))
    this.tokenStarts = grown(this.tokenStarts, new Int32Array(room * 2))
    this.tokenEnds = grown(this.tokenEnds, new Int32Array(room * 2))
    this.tokenHashes = grown(this.tokenHashes, new Int32Array(room * 2))
  }
}

/** What a unit folds to, whatever stands beside it; null: that depends on its neighbours. Line breaks are spaces. */
export function foldedAlone(unit: number): number | null {
  const entry = (FOLDED[unit] as number) || learnFolded(unit)
  return entry === NOT_ALONE ? null : entry & UNIT_BITS
}

/** The unit, of a folded text, is a token of its own, whatever stands beside it. */
export function standsAlone(unit: number): boolean {
  const entry = (AS_IT_IS[unit] as number) || learnAsItIs(unit)
  return ((entry >>> KIND_SHIFT) & KIND_BITS) === UNIT.single
}

/** The units of a text. */
export function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length)
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i)
  return units
}

export function textOf(units: Uint16Array, start: number, end: number): string {
  let text = ''
  // In steps, for a call takes only so many arguments.
  for (let at = start; at < end; at += 4096)
    text += String.fromCharCode(...units.subarray(at, Math.min(end, at + 4096)))
  return text
}

/** Where a substring first stands between `start` and `end`, or -1. */
export function indexOfUnits(units: Uint16Array, start: number, end: number, substring: Uint16Array): number {
  const count = substring.length
  if (count === 0 || count > end - start) return count === 0 ? start : -1
  // Comparing at each place is quickest for what is usual; long ones would take length times length.
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
 * By unit: 0 for not met yet; `NOT_ALONE`; else what it folds to, `IS_LOWER` if that is its lower-case form, and
 * the kind of what it folds to. NUL and U+0001, whose numbers are taken, count as not alone.
 */
const FOLDED = new Uint32Array(0x10000)
/** The same for units that stay what they are. */
const AS_IT_IS = new Uint32Array(0x10000)
const NOT_ALONE = 1
const IS_LOWER = 0x10000
const UNIT_BITS = 0xffff
const KIND_SHIFT = 17
const KIND_BITS = 3
/** No entry is 0, which says that a unit was not met yet. */
const IS_KNOWN = 1 << 19

function learnFolded(unit: number): number {
  const char = String.fromCharCode(unit)
  const folded = fold(`.${char}.`).slice(1, -1)
  const isAlone = unit > 1 && folded.length === 1 && !JOINING.test(char) && !JOINING.test(folded)
  // A capital sigma's lower case depends on where it stands.
  const isLower = folded === char.toLowerCase() && char !== 'Σ'
  const entry = isAlone ? entryOf(folded.charCodeAt(0)) | (isLower ? IS_LOWER : 0) : NOT_ALONE
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

/** Marks, halves of surrogate pairs, and Hangul letters: what they become depends on their neighbours. */
const JOINING = /[\p{M}\p{Cs}\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/u
const LINE_BREAK = 0x0a
const MOST_COMPARISONS = 1_000_000
