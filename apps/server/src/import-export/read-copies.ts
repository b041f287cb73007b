import {
  COPY_PROBLEMS,
  COPY_STATES,
  FILE_HASH,
  fold,
  type Id,
  isId,
  isStorable,
  LIMITS,
  PAGE_LIMITS,
} from '@cardinal/domain'
import { printCopy, readCopy, textOfCopy } from '@cardinal/domain/copies'
import { isPlain } from '../access/bodies.ts'
import { isObject, type Json, parseJson } from '../lib/decoding.ts'
import type { CopiesInFile } from './found.ts'
import { instantIn } from './moments.ts'
import { ACCOUNT_FORMAT } from './read-own.ts'

/** A copy of a page in a file, sanitised: it contains only what a copy made by this server may contain. */
export interface FileCopy {
  /** Id of the card, as in the file. */
  readonly cardId: Id
  readonly state: Exclude<(typeof COPY_STATES)[number], 'none'>
  readonly problem: (typeof COPY_PROBLEMS)[number] | ''
  readonly address: string
  /** ms since 1970; null: no text. */
  readonly fetchedAt: number | null
  readonly removedAt: number | null
  readonly title: string
  readonly language: string
  readonly content: string
  readonly words: string
  readonly isCut: boolean
  /** Hash of the kept page from which it was made; null: the page was fetched. */
  readonly fileHash: string | null
}

const BEGINS = Buffer.from(`{"format":"${ACCOUNT_FORMAT}"`)
const LIST = Buffer.from('\n],"copies":[\n')
const ENDS = /^\n\]\}\s*$/
const LINE_BREAK = 0x0a
const BRACE = 0x7d
/** Bytes of a line: the longest copy with every character escaped. */
const LONGEST_LINE = 6 * LIMITS.copyLength + 50_000

/**
 * Separates the list of copies from an account's file, so that the rest can be parsed without it. Our exports
 * write one copy per line, and JSON texts contain no line break, so the list is found by its line. Null: another
 * layout.
 *
 * @param bytes is modified: a brace replaces the byte at which the copies begin
 */
export function splitCopies(bytes: Uint8Array): { rest: Uint8Array; copies: CopiesInFile } | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!file.subarray(0, BEGINS.length).equals(BEGINS)) return null
  const at = file.indexOf(LIST)
  // Search from the list's first line break, so that an empty list is found too.
  const last = file.lastIndexOf('\n]}')
  if (at < 0 || last < at + LIST.length - 1 || !ENDS.test(file.toString('latin1', last))) return null
  file[at + 2] = BRACE
  const lines = file.subarray(at + LIST.length, last)
  return { rest: file.subarray(0, at + 3), copies: { count: countLines(lines), items: itemsOf(lines) } }
}

function countLines(lines: Buffer): number {
  if (lines.length === 0) return 0
  let count = 1
  for (let at = lines.indexOf(LINE_BREAK); at >= 0; at = lines.indexOf(LINE_BREAK, at + 1)) count++
  return count
}

function* itemsOf(lines: Buffer): Generator<unknown> {
  for (let start = 0; start < lines.length; ) {
    const found = lines.indexOf(LINE_BREAK, start)
    const end = found < 0 ? lines.length : found
    const line = end - start > LONGEST_LINE ? '' : lines.toString('utf8', start, end).replace(/,$/, '')
    yield isPlain(line, 2, 2) ? parseJson(line) : undefined
    start = end + 1
  }
}

/** Null: not a copy that can be stored. */
export function readFileCopy(item: unknown): FileCopy | null {
  if (!isObject(item)) return null
  const cardId = textOf(item, 'entity')
  const state = KEPT_STATES.find((each) => each === item.state)
  const address = textOf(item, 'address')
  if (!isId(cardId) || state === undefined || address.length > PAGE_LIMITS.address) return null
  if (!/^https?:\/\//i.test(address)) return null
  const about = {
    cardId,
    state,
    problem: COPY_PROBLEMS.find((each) => each === item.problem) ?? '',
    address,
    removedAt: state === 'removed' ? instantIn(item.removedAt) : null,
  } as const
  const fetchedAt = instantIn(item.fetchedAt)
  if (fetchedAt === null) return state === 'kept' ? null : { ...about, ...NO_TEXT }
  const nodes = readCopy(textOf(item, 'content').slice(0, LONGEST_LINE))
  const words = fold(textOfCopy(nodes))
  if (words === '') return null
  return {
    ...about,
    fetchedAt,
    title: textOf(item, 'title')
      .slice(0, PAGE_LIMITS.title)
      .replace(/\p{Surrogate}$/u, ''),
    language: LANGUAGE.exec(textOf(item, 'language'))?.[0] ?? '',
    content: printCopy(nodes),
    words,
    isCut: item.is_cut === true,
    fileHash: FILE_HASH.exec(textOf(item, 'keptPage'))?.[0] ?? null,
  }
}

const KEPT_STATES = COPY_STATES.filter((state) => state !== 'none')
const NO_TEXT = {
  fetchedAt: null,
  title: '',
  language: '',
  content: '',
  words: '',
  isCut: false,
  fileHash: null,
} as const
const LANGUAGE = new RegExp(`^[a-zA-Z0-9-]{1,${PAGE_LIMITS.language}}$`)

function textOf(item: Json, name: string): string {
  const value = item[name]
  return typeof value === 'string' && isStorable(value) ? value : ''
}
