import { squeeze } from '../folding.ts'

/** Matching quotes and parentheses: index of the opening one to index of the closing one. */
export interface Marks {
  readonly quotes: ReadonlyMap<number, number>
  readonly parentheses: ReadonlyMap<number, number>
}

/** One pass. Parentheses within quotes don't count. */
export function findMarks(text: string): Marks {
  const quotes = new Map<number, number>()
  const parentheses = new Map<number, number>()
  const open: number[] = []
  for (let at = text.search(MARK); at >= 0 && at < text.length; at++) {
    const unit = text[at]
    if (unit === '(') open.push(at)
    if (unit === ')') {
      const opening = open.pop()
      if (opening !== undefined) parentheses.set(opening, at)
    }
    const close = unit === '"' && mayOpen(text, at) ? closingQuote(text, at) : null
    if (close === null) continue
    quotes.set(at, close)
    at = close
  }
  return { quotes, parentheses }
}

/** Whether a quote here begins a value: after a field's colon, or at the beginning of a part. */
function mayOpen(text: string, quote: number): boolean {
  if (text[quote - 1] === ':') return true
  let before = endWithoutSpace(text, quote)
  if (text[before - 1] === '-') before = endWithoutSpace(text, before - 1)
  return before === 0 || /(?:[,，(|]|OR)$/.test(text.slice(Math.max(0, before - 2), before))
}

/** The index of the closing quote; doubled quotes belong to the value. Null: no such quote, or text follows it. */
function closingQuote(text: string, open: number): number | null {
  let close = text.indexOf('"', open + 1)
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  if (close < 0) return null
  return text[skipSpace(text, close + 1, text.length)] === ')' || isOperandEnd(text, close + 1, text.length)
    ? close
    : null
}

/** Doubled quotes become single ones. */
export function unquoted(text: string): string {
  return squeeze(text.replaceAll('""', '"'))
}

/** Whether only white space precedes a comma, a `|` or the end. */
export function isOperandEnd(text: string, at: number, to: number): boolean {
  const next = skipSpace(text, at, to)
  return next === to || isComma(text, next) || separatorAt(text, at, to) !== null
}

/** The index of a comma, of the white space before a `|`, or `to`. */
export function endOfWord(text: string, from: number, to: number): number {
  let at = from
  while (at < to && !isComma(text, at)) {
    if (!isSpace(text, at)) at++
    else if (at > from && separatorAt(text, at, to) !== null) return at
    else at = skipSpace(text, at, to)
  }
  return at
}

/**
 * `at` is the white space before a `|` or `OR` that white space follows. Returns the index after that white
 * space; null: no separator here.
 */
export function separatorAt(text: string, at: number, to: number): number | null {
  const start = skipSpace(text, at, to)
  if (start === at) return null
  const end = text[start] === '|' ? start + 1 : text.startsWith('OR', start) ? start + 2 : start
  return end > start && end < to && isSpace(text, end) ? end : null
}

export function skipSpace(text: string, from: number, to: number): number {
  let at = from
  while (at < to && isSpace(text, at)) at++
  return at
}

/** The end without trailing white space. */
export function endWithoutSpace(text: string, end: number): number {
  let at = end
  while (at > 0 && isSpace(text, at - 1)) at--
  return at
}

function isComma(text: string, at: number): boolean {
  return text[at] === ',' || text[at] === '，'
}

function isSpace(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit < 0x80 ? unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) : /\s/.test(text.charAt(at))
}

const MARK = /["()]/
