import { CARD_TYPES } from '../card.ts'
import { COLORS } from '../color.ts'
import { fold, squeeze } from '../folding.ts'
import { lastPiece } from './edits.ts'
import { FIELD_NAMES, fieldNamed } from './fields.ts'
import { printSearch } from './print.ts'
import { CARD_HOLDINGS, CARD_STATES } from './search-tree.ts'

const DAYS = ['today', 'yesterday', 'this week', 'last week', 'last 7 days', 'last 30 days', 'last 12 months']

/** Values to offer. A field that is not listed takes any text, or has too many values. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  is: ['open', 'overdue', ...CARD_STATES.filter((state) => state !== 'open'), 'untagged', ...CARD_TYPES],
  has: CARD_HOLDINGS,
  color: [...COLORS, 'none'],
  type: CARD_TYPES,
  workspace: ['all'],
  tags: ['0', '1', '2', '>3'],
  created: DAYS,
  updated: DAYS,
  done: DAYS,
  start: ['today', 'tomorrow', 'week', 'none', 'next 7 days', '>today'],
  due: ['today', 'tomorrow', 'week', 'overdue', 'none', 'next 7 days', 'next 30 days', '<today'],
}

interface SearchCompletions {
  /** Field names that begin so, with their colons: `is:`. */
  readonly fields: readonly string[]
  /** Conditions that begin so, in canonical form: `is:open`. */
  readonly conditions: readonly string[]
}

const NO_COMPLETIONS: SearchCompletions = { fields: [], conditions: [] }

/**
 * Completions of the field at the end of a text, or of the word there that may become a field.
 *
 * @param groupTitles the titles of all groups
 * @param sites sites of links, such as `github.com`
 */
export function searchCompletions(
  text: string,
  groupTitles: readonly string[],
  sites: readonly string[],
): SearchCompletions {
  const written = fieldBeingTyped(text)
  if (written === null) return NO_COMPLETIONS
  const colon = written.indexOf(':')
  const name = colon < 0 ? null : (fieldNamed(written.slice(0, colon)) ?? written.slice(0, colon))
  const prefix = fold(written.slice(colon + 1))
  const groups = groupTitles
    .filter((title) => fold(title).startsWith(prefix))
    .map((title) => printSearch({ kind: 'group', title }))
  if (name === null)
    return {
      fields: FIELD_NAMES.filter((field) => field.startsWith(prefix)).map((field) => `${field}:`),
      conditions: groups,
    }
  if (name === 'group') return { fields: [], conditions: groups.filter((each) => each !== written) }
  const values = name === 'site' ? sites : Object.hasOwn(VALUES, name) ? (VALUES[name] ?? []) : []
  return {
    fields: [],
    conditions: values
      .filter((value) => value.startsWith(prefix) && value !== prefix)
      .map((value) => `${name}:${value}`),
  }
}

/** Replaces the part at the end of a text, keeping its minus. A finished condition gets a comma behind it. */
export function completeSearch(text: string, completion: string): string {
  const { piece } = lastPiece(text)
  const before = piece === null ? text : `${text.slice(0, piece.from)}${piece.isExcluded ? '-' : ''}`
  return `${before}${completion}${completion.endsWith(':') ? '' : ', '}`
}

/** The text before its last part, and whether that part has a minus. */
export function beforeTyped(text: string): { readonly text: string; readonly isExcluded: boolean } {
  const { piece, top } = lastPiece(text)
  return { text: text.slice(0, top?.from ?? text.length), isExcluded: piece?.isExcluded ?? false }
}

/** The last part without its minus: a word of at least two letters, or a field with its value. Null: neither. */
function fieldBeingTyped(text: string): string | null {
  const { piece } = lastPiece(text)
  if (piece === null || (piece.kind !== 'word' && piece.kind !== 'condition')) return null
  const written = squeeze(text.slice(piece.from, piece.to).replace(/^-/, ''))
  return written.length >= 2 && !written.includes('"') ? written : null
}

/** Whether a word looks like a field with an unknown value, so that it is searched as text. */
export function isUnknownValue(word: string): boolean {
  const name = /^([a-z]+):\S/.exec(word)?.[1]
  return name !== undefined && fieldNamed(name) !== null
}
