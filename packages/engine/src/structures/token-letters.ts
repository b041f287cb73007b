import { codePointsOf } from '@cardinal/domain'
import { type Closeness, closeness, FORM_SHARES, mostEdits } from '@cardinal/domain/loose'
import { resized } from './bits.ts'
import { textOf, unitsOf } from './folded-units.ts'
import type { TokenTable } from './token-table.ts'
import { EMPTY_HASH, hashUnit } from './unit-hash.ts'

/** A token close to a typed word. */
export interface CloseToken {
  readonly token: number
  readonly text: string
  readonly closeness: Closeness
}

/**
 * Finds the tokens that are close to a typed word. Three numbers for each token exclude most of them: its
 * letters, its length with its first unit, and a hash of its beginning. The others are compared. The numbers
 * are computed by the first search.
 */
export class TokenLetters {
  private readonly tokens: TokenTable
  private letters = new Uint32Array(1 << 9)
  /** Low 16 bits: the first unit. Above: the length, at most `LONGEST_COUNTED`. */
  private heads = new Uint32Array(1 << 9)
  /** Hashes of the beginnings that a form must share; 0: the token is shorter. */
  private beginnings = new Uint32Array(1 << 9)
  /** The first token for which no numbers are computed yet. */
  private known = 0

  constructor(tokens: TokenTable) {
    this.tokens = tokens
  }

  closeTo(word: string): CloseToken[] {
    const found: CloseToken[] = []
    const typed = codePointsOf(word)
    const most = mostEdits(typed.length)
    if (most === 0) return found
    this.learn()
    const { letters, heads, beginnings, known } = this
    const wanted = lettersOf(typed)
    const beginning = hashOfBeginning(unitsOf(word)) || NO_HASH
    const [first, longest] = [word.charCodeAt(0), word.length + 2 * most]
    for (let token = 0; token < known; token++) {
      if (beginnings[token] !== beginning) {
        const here = letters[token] as number
        if (lacksMore(wanted, here, most)) continue
        const head = heads[token] as number
        const mayBeWhole = head >>> 16 <= longest && !lacksMore(here, wanted, most)
        if (!mayBeWhole && (head & 0xffff) !== first) continue
      }
      const close = this.compared(token, typed)
      if (close !== null) found.push(close)
    }
    return found
  }

  approximateBytes(): number {
    return this.letters.byteLength + this.heads.byteLength + this.beginnings.byteLength
  }

  private compared(token: number, typed: readonly number[]): CloseToken | null {
    let found: CloseToken | null = null
    this.tokens.each(token, token + 1, (_, units, start, end) => {
      let isPlain = true
      for (let at = start; at < end; at++) isPlain &&= !isSurrogate(units[at] as number)
      const close = isPlain
        ? closeness(typed, units, start, end)
        : closeness(typed, codePointsOf(textOf(units, start, end)))
      if (close !== null) found = { token, text: textOf(units, start, end), closeness: close }
    })
    return found
  }

  private learn(): void {
    const { count } = this.tokens
    if (count > this.letters.length) {
      this.letters = resized(this.letters, new Uint32Array(count * 2))
      this.heads = resized(this.heads, new Uint32Array(count * 2))
      this.beginnings = resized(this.beginnings, new Uint32Array(count * 2))
    }
    this.tokens.each(this.known, count, (token, units, start, end) => {
      this.letters[token] = lettersOf(units, start, end)
      this.beginnings[token] = hashOfBeginning(units, start, end)
      let length = end - start
      for (let at = start; at < end; at++) if (units[at] === UNDERSCORE) length--
      this.heads[token] = (units[start] as number) | (Math.min(length, LONGEST_COUNTED) << 16)
    })
    this.known = count
  }
}

const LONGEST_COUNTED = 1000
/** Joins words and does not count as a letter. */
const UNDERSCORE = 0x5f

/** Equals no hash. */
const NO_HASH = -1

/** Hash of the first units without underscores; 0: there are too few. */
function hashOfBeginning(units: ArrayLike<number>, start = 0, end = units.length): number {
  let [hash, count] = [EMPTY_HASH, 0]
  for (let at = start; at < end && count < FORM_SHARES; at++) {
    if (units[at] === UNDERSCORE) continue
    hash = hashUnit(hash, units[at] as number)
    count++
  }
  return count < FORM_SHARES ? 0 : (hash | 1) >>> 0
}

/**
 * Whether more of the wanted letters are missing than the edits explain. An edit explains one letter, a swap
 * none.
 */
function lacksMore(wanted: number, letters: number, edits: 1 | 2): boolean {
  const missing = wanted & ~letters
  const allButOne = missing & (missing - 1)
  return edits === 1 ? allButOne !== 0 : (allButOne & (allButOne - 1)) !== 0
}

/**
 * Sets a bit for each unit or code point. Different letters may share a bit; those above U+FFFF and
 * surrogates have none.
 */
function lettersOf(points: ArrayLike<number>, start = 0, end = points.length): number {
  let letters = 0
  for (let at = start; at < end; at++) {
    const point = points[at] as number
    if (point <= 0xffff && point !== UNDERSCORE && !isSurrogate(point)) letters |= 1 << (point & 31)
  }
  return letters
}

function isSurrogate(unit: number): boolean {
  return (unit & 0xf800) === 0xd800
}
