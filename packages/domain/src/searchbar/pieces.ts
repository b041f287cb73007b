import { fold, squeeze } from '../folding.ts'
import { LIMITS } from '../limits.ts'
import { ANY_DAY, type Calendar } from './days.ts'
import { readField } from './fields.ts'
import {
  endOfWord,
  endWithoutSpace,
  findMarks,
  isOperandEnd,
  type Marks,
  separatorAt,
  skipSpace,
  unquoted,
} from './marks.ts'
import type { SearchCondition } from './search-tree.ts'

/** The text between two commas, or one alternative or parenthesised part in it. */
export type SearchPiece = PiecePlace & (WordPiece | ConditionPiece | ManyPieces)

interface PiecePlace {
  /** UTF-16 indexes in the whole text. A minus belongs to the piece; `to` is after the last unit. */
  readonly from: number
  readonly to: number
  /** Whether a minus precedes it. */
  readonly isExcluded: boolean
}

interface WordPiece {
  readonly kind: 'word'
  readonly word: string
}

interface ConditionPiece {
  readonly kind: 'condition'
  readonly condition: SearchCondition
}

/** `choice`: alternatives. `group`: parts in parentheses, which must all match. */
interface ManyPieces {
  readonly kind: 'choice' | 'group'
  readonly pieces: readonly SearchPiece[]
}

/**
 * Parses any text: a part without operators is a word. With too many operators or too deep parentheses, the
 * whole text is searched as it is. Linear time. Source: docs/search.md, section 2.
 */
export function searchPieces(text: string, calendar: Calendar): readonly SearchPiece[] {
  const reader = new PieceReader(text, calendar)
  const pieces = reader.readList(0, text.length, 0)
  if (!reader.isOverLimit) return pieces
  const condition: SearchCondition = { kind: 'text', text: squeeze(text) }
  return [{ kind: 'condition', condition, from: 0, to: text.length, isExcluded: false }]
}

/** Whether the text has too many operators, or parentheses too deep, and is searched as a whole. */
export function isSearchedWhole(text: string): boolean {
  const reader = new PieceReader(text, ANY_DAY)
  reader.readList(0, text.length, 0)
  return reader.isOverLimit
}

/** The part, or null, and the index where parsing goes on. */
interface Read {
  readonly piece: SearchPiece | null
  readonly end: number
}

class PieceReader {
  private readonly text: string
  private readonly calendar: Calendar
  private readonly marks: Marks
  private readonly hasColon: boolean
  private signs = 0
  private isTooDeep = false

  constructor(text: string, calendar: Calendar) {
    this.text = text
    this.calendar = calendar
    this.marks = findMarks(text)
    this.hasColon = text.includes(':')
  }

  get isOverLimit(): boolean {
    return this.isTooDeep || this.signs > LIMITS.searchSigns
  }

  /** Comma-separated parts between two indexes. */
  readList(from: number, to: number, depth: number): readonly SearchPiece[] {
    if (depth > LIMITS.searchDepth) this.isTooDeep = true
    const pieces: SearchPiece[] = []
    for (let at = from; at < to && !this.isOverLimit; ) {
      const { piece, end } = this.readChoice(at, to, depth)
      if (piece !== null) pieces.push(piece)
      at = end + 1
    }
    return pieces
  }

  /** Alternatives, or a single operand, up to a comma or `to`. */
  private readChoice(from: number, to: number, depth: number): Read {
    const pieces: SearchPiece[] = []
    let end = from
    for (let at: number | null = from; at !== null; ) {
      const read = this.readOperand(at, to, depth)
      if (read.piece !== null) pieces.push(read.piece)
      end = read.end
      at = separatorAt(this.text, end, to)
      if (at !== null) this.signs++
    }
    end = skipSpace(this.text, end, to)
    const [first] = pieces
    const last = pieces.at(-1)
    if (first === undefined || last === undefined) return { piece: null, end }
    if (pieces.length === 1) return { piece: first, end }
    return { piece: { kind: 'choice', pieces, isExcluded: false, from: first.from, to: last.to }, end }
  }

  private readOperand(at: number, to: number, depth: number): Read {
    const from = skipSpace(this.text, at, to)
    const isExcluded = this.text[from] === '-'
    const body = isExcluded ? skipSpace(this.text, from + 1, to) : from
    const start = { from, isExcluded }
    return (
      this.readGroup(start, body, to, depth) ??
      this.readQuoted(start, body, to) ??
      this.readField(start, body, to) ??
      this.readWord(start, body, to)
    )
  }

  /** Parentheses group only where they enclose the whole alternative and hold more than one word. */
  private readGroup(start: Start, body: number, to: number, depth: number): Read | null {
    const close = this.marks.parentheses.get(body)
    if (close === undefined || !isOperandEnd(this.text, close + 1, to)) return null
    const pieces = this.readList(body + 1, close, depth + 1)
    const isOneWord = pieces.length === 1 && pieces[0]?.kind === 'word'
    if (pieces.length === 0 || (isOneWord && !start.isExcluded)) return null
    this.signs++
    return { piece: { kind: 'group', pieces, ...this.place(start, close + 1) }, end: close + 1 }
  }

  private readQuoted(start: Start, body: number, to: number): Read | null {
    const close = this.closingQuote(body, to)
    if (close === null) return null
    const text = unquoted(this.text.slice(body + 1, close))
    if (fold(text) === '') return null
    this.signs++
    const condition: SearchCondition = { kind: 'text', text }
    return { piece: { kind: 'condition', condition, ...this.place(start, close + 1) }, end: close + 1 }
  }

  private readField(start: Start, body: number, to: number): Read | null {
    FIELD.lastIndex = body
    const name = this.hasColon ? FIELD.exec(this.text)?.[1] : undefined
    if (name === undefined) return null
    const valueAt = body + name.length + 1
    const close = this.closingQuote(valueAt, to)
    const end = close === null ? endOfWord(this.text, valueAt, to) : close + 1
    const isQuoted = close !== null
    const text = isQuoted
      ? unquoted(this.text.slice(valueAt + 1, close))
      : squeeze(this.text.slice(valueAt, end))
    if (name === 'word' && isQuoted && fold(text) !== '') return this.wordUpTo(start, text, end)
    // `due:none` is read as `-due:any`, and `start:none` as `-start:any`.
    const isNone = (name === 'due' || name === 'start') && text.toLowerCase() === 'none'
    const condition = readField(name, { text: isNone ? 'any' : text, isQuoted, calendar: this.calendar })
    if (condition === null) return null
    if (condition.kind !== 'tag') this.signs++
    const place = this.place(isNone ? { ...start, isExcluded: !start.isExcluded } : start, end)
    return { piece: { kind: 'condition', condition, ...place }, end }
  }

  /** Up to the next comma or `|`. */
  private readWord(start: Start, body: number, to: number): Read {
    const end = endOfWord(this.text, body, to)
    const word = squeeze(this.text.slice(body, end))
    const folded = fold(word)
    if (folded === '') return { piece: null, end }
    if (isNamePattern(folded)) this.signs++
    return this.wordUpTo(start, word, end)
  }

  /** The index of the closing quote. Null: none, or text follows it. */
  private closingQuote(open: number, to: number): number | null {
    const close = this.marks.quotes.get(open)
    return close === undefined || !isOperandEnd(this.text, close + 1, to) ? null : close
  }

  /** Built field by field: spreading would dominate the run time for hostile texts of thousands of words. */
  private wordUpTo({ from, isExcluded }: Start, word: string, end: number): Read {
    return { piece: { kind: 'word', word, from, to: endWithoutSpace(this.text, end), isExcluded }, end }
  }

  /** Trims trailing white space before `end`. */
  private place({ from, isExcluded }: Start, end: number): PiecePlace {
    return { from, to: endWithoutSpace(this.text, end), isExcluded }
  }
}

type Start = Pick<PiecePlace, 'from' | 'isExcluded'>

/** `tag:` and the like; the value begins right after the colon. */
const FIELD = /([a-z]+):(?=\S)/y

/** A pattern has a star and another character. It matches every tag whose folded name fits it. */
export function isNamePattern(foldedWord: string): boolean {
  return foldedWord.includes('*') && /[^*\s]/.test(foldedWord)
}

/** Returns a test of folded names. Each star stands for any text, also an empty one. */
export function fitsPattern(foldedPattern: string): (foldedName: string) => boolean {
  const parts = foldedPattern.split('*')
  const first = parts[0] ?? ''
  const last = parts.at(-1) ?? ''
  const inside = parts.slice(1, -1).filter((part) => part !== '')
  return (name) => {
    if (!name.startsWith(first) || !name.endsWith(last)) return false
    let at = first.length
    for (const part of inside) {
      const found = name.indexOf(part, at)
      if (found < 0) return false
      at = found + part.length
    }
    return name.length >= at + last.length
  }
}
