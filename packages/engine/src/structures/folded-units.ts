import { fold } from '@cardinal/domain'

/** What a card says: its content, and its subnotes. */
export interface CardTexts {
  readonly content: string
  readonly subnotes: readonly { readonly text: string }[]
}

/**
 * The folded texts of one card after the other, in one buffer of UTF-16 units that is used again for each:
 * nothing is left behind for a collector, and whoever reads them reads numbers.
 *
 * A unit that folds to one unit whatever stands beside it is looked up in a table, which fills as units
 * are met. A text with any other unit (marks, surrogates, Hangul letters that compose) is folded by
 * `fold`; both give the same.
 */
export class FoldedUnits {
  /** The units are those before `length`; replaced when it grows. */
  units = new Uint16Array(1024)
  length = 0
  /** The lower-case form of the content is its folded one, and there is no other text. */
  isLowerCase = true

  /** Content first, then the subnotes, joined by line breaks, of which folding leaves none inside a text. */
  read({ content, subnotes }: CardTexts): void {
    this.length = 0
    this.isLowerCase = subnotes.length === 0
    this.append(content)
    for (const { text } of subnotes) {
      this.makeRoom(1)
      this.units[this.length++] = LINE_BREAK
      this.append(text)
    }
  }

  private append(text: string): void {
    const start = this.length
    this.makeRoom(text.length)
    if (this.appendAlone(text)) return
    this.length = start
    const folded = fold(text)
    this.isLowerCase &&= folded === text.toLowerCase()
    this.makeRoom(folded.length)
    for (let i = 0; i < folded.length; i++) this.units[this.length++] = folded.charCodeAt(i)
  }

  /** False, and something half done, when the text has a unit that doesn't fold by itself. */
  private appendAlone(text: string): boolean {
    const { units } = this
    const start = this.length
    let at = start
    let isAfterSpace = true
    let lower = IS_LOWER
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      const known = FOLDED[unit] as number
      const folded = known === 0 ? learn(unit) : known
      if (folded === NOT_ALONE) return false
      lower &= folded
      const isSpace = (folded & UNIT_BITS) === SPACE
      if (isSpace && isAfterSpace) continue
      isAfterSpace = isSpace
      units[at++] = folded & UNIT_BITS
    }
    if (isAfterSpace && at > start) at--
    this.isLowerCase &&= lower !== 0 && at - start === text.length
    this.length = at
    return true
  }

  private makeRoom(count: number): void {
    if (this.length + count <= this.units.length) return
    const grown = new Uint16Array((this.length + count) * 2)
    grown.set(this.units)
    this.units = grown
  }
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

/** Where a piece first stands between `start` and `end`, or -1. */
export function indexOfUnits(units: Uint16Array, start: number, end: number, piece: Uint16Array): number {
  const count = piece.length
  if (count === 0 || count > end - start) return count === 0 ? start : -1
  // Comparing at each place is quickest for what is usual; long ones would take length times length.
  if ((end - start) * count > MOST_COMPARISONS) {
    const found = textOf(units, start, end).indexOf(textOf(piece, 0, count))
    return found < 0 ? -1 : start + found
  }
  const first = piece[0]
  for (let at = start; at <= end - count; at++) {
    if (units[at] !== first) continue
    let same = 1
    while (same < count && units[at + same] === piece[same]) same++
    if (same === count) return at
  }
  return -1
}

/**
 * By unit: 0 for not met yet; `NOT_ALONE`; else what it folds to, and `IS_LOWER` if that is its lower-case
 * form. NUL and U+0001, whose numbers are taken, count as not alone.
 */
const FOLDED = new Uint32Array(0x10000)
const NOT_ALONE = 1
const IS_LOWER = 0x10000
const UNIT_BITS = 0xffff

function learn(unit: number): number {
  const char = String.fromCharCode(unit)
  const folded = fold(`.${char}.`).slice(1, -1)
  const isAlone = unit > 1 && folded.length === 1 && !JOINING.test(char) && !JOINING.test(folded)
  // A capital sigma's lower case depends on where it stands.
  const isLower = folded === char.toLowerCase() && char !== 'Σ'
  const known = isAlone ? folded.charCodeAt(0) | (isLower ? IS_LOWER : 0) : NOT_ALONE
  FOLDED[unit] = known
  return known
}

/** Marks, halves of surrogate pairs, and Hangul letters: what they become depends on their neighbours. */
const JOINING = /[\p{M}\p{Cs}\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/u
const SPACE = 0x20
const LINE_BREAK = 0x0a
const MOST_COMPARISONS = 1_000_000
