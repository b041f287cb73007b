import { Readable } from 'node:stream'
import { ok, type Result, refused } from '@cardinal/domain'
import { CsvError, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { yieldToEventLoop } from '../lib/waiting.ts'
import { headerNames } from './column-names.ts'
import { FILE_LIMITS, RowList, tooManyRows } from './file-limits.ts'
import type { FoundFile } from './found.ts'
import { Ledger, markOf } from './ledger.ts'
import type { Moments } from './moments.ts'
import { ADDRESS_FIELDS, readRecord, TEXT_FIELDS } from './read-record.ts'
import { inSlices } from './slices.ts'
import { type TaskTable, taskTableOf } from './task-tables.ts'

/** Bytes in the parser's first slice. */
const FIRST_SLICE_BYTES = 32_768

/** Most rows read to detect the columns. */
const ROWS = 8
/** UTF-16 units from which these rows are read; ten times as many if a cell does not end in them. */
const FIRST_UNITS = 50_000

/** The person's choices for a table. */
export interface TableChoice {
  /** Field by column name, or by column number after #. Other columns keep their names. */
  readonly columns: ReadonlyMap<string, string>
  /** Whether the first row is a header. */
  readonly hasHeader: boolean
  /** Type of rows with neither an address nor a type. */
  readonly rows: 'note' | 'todo'
}

export const NO_CHOICE: TableChoice = { columns: new Map(), hasHeader: true, rows: 'note' }

/** Reads a table with a header: a column of addresses or texts, and other known columns. */
export async function readCsv(
  file: string,
  moments: Moments,
  choice: TableChoice = NO_CHOICE,
): Promise<Result<FoundFile, 'not-a-table' | 'open-quote' | 'passwords'>> {
  const text = withoutPreface(file)
  const list = new RowList()
  const ledger = new Ledger(moments)
  let names: string[] | null = null
  let tasksRead = 0
  let tasks: TaskTable | null = null
  try {
    const parser = parse(optionsFor(text))
    for await (const line of Readable.from(slicesOf(text, () => parser.info.records)).pipe(parser)) {
      if (names === null) {
        names = namesOf(line, choice, firstLines(text).slice(1))
        if (names.some((name) => PASSWORD.test(name))) return refused('passwords')
        if (!areKnown(names.map(lower)) || names.length > FILE_LIMITS.columns) return refused('not-a-table')
        tasks = taskTableOf(names.map(lower))
        if (choice.hasHeader) continue
      }
      const record = fieldsOfLine(names, line, choice)
      if (tasks === null) list.add(ledger.read(record, readRecord))
      else {
        // Tasks are collected until all rows are read, because a parent may come after its child.
        if (++tasksRead > FILE_LIMITS.rows) throw tooManyRows()
        const table = tasks
        ledger.read(record, (fields) => table.add(fields))
      }
    }
    for await (const card of inSlices(tasks?.cards(ledger) ?? [])) list.add({ card })
  } catch (error) {
    if (error instanceof CsvError)
      return refused(error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'open-quote' : 'not-a-table')
    throw error
  }
  return names === null
    ? refused('not-a-table')
    : ok({ rows: list.rows, tags: [], groups: [], lost: ledger.list })
}

/** Whether the first line is a header: it has known names, or is above a column of addresses. */
export function isTable(text: string): boolean {
  const table = withoutPreface(text)
  const first = firstLineOf(table)
  if (first.length >= 10_000 || !/[,;\t]/.test(first)) return false
  const [header = [], ...rows] = firstLines(table)
  return areKnown(headerNames(header, rows).map((name) => lower(name.trim())))
}

/**
 * A text in slices. They double while a record does not end, because the parser reads the record again with each
 * slice.
 *
 * @param recordsRead number of records so far
 */
async function* slicesOf(text: string, recordsRead: () => number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  let size = FIRST_SLICE_BYTES
  let read = 0
  for (let start = 0; start < bytes.length; ) {
    yield bytes.subarray(start, start + size)
    await yieldToEventLoop()
    start += size
    size = recordsRead() === read ? size * 2 : FIRST_SLICE_BYTES
    read = recordsRead()
  }
}

/** Removes TickTick's lines above the header, and the line that tells Excel the delimiter. */
export function withoutPreface(text: string): string {
  const header = text.slice(0, 2_000).search(/^"Folder Name","List Name","Title"/m)
  return header > 0 ? text.slice(header) : text.replace(/^\ufeff?"?sep=[^\r\n]{1,3}(?:\r\n|\r|\n)/i, '')
}

/**
 * Fields of the columns, from the header in several languages, or as the person chose. Unknown columns keep their
 * names.
 */
export function namesOf(
  first: readonly string[],
  { columns, hasHeader }: TableChoice,
  rows: readonly (readonly string[])[] = [],
): string[] {
  const used = new Map<string, number>()
  const header = hasHeader && columns.size === 0 ? headerNames(first, rows) : first
  return header.map((cell, at) => {
    const own = (hasHeader ? cell.trim() : '') || `column ${at + 1}`
    const name = columns.get(`#${at + 1}`) ?? columns.get(own.toLowerCase()) ?? own
    const count = (used.get(name.toLowerCase()) ?? 0) + 1
    used.set(name.toLowerCase(), count)
    // A second column with the same name is another field.
    return count === 1 || name === '-' ? name : `${name} (${count})`
  })
}

/** The fields of a row. Ignored columns don't count as lost. */
export function fieldsOfLine(
  names: readonly string[],
  line: readonly string[],
  { rows }: TableChoice,
): Record<string, string> {
  // Without a prototype: a column may be named `constructor` or `__proto__`.
  const fields: Record<string, string> = Object.create(null)
  for (const [column, name] of names.entries()) {
    const cell = unguarded(line[column] ?? '')
    if (name !== '-') fields[name] = lower(name) === 'doneat' ? doneIn(cell) : cell
  }
  // Cells beyond the last column of the header.
  const behind = line.slice(names.length).filter((cell) => cell.trim() !== '')
  if (behind.length > 0) fields['cells without a column'] = behind.join(', ')
  const type = names.find((name) => lower(name) === 'type') ?? 'type'
  if (rows === 'todo' && (fields[type] ?? '') === '') fields[type] = 'todo'
  return fields
}

/** When a row was completed; now, if the day is not known. */
function doneIn(cell: string): string {
  const word = cell.trim()
  const mark = /^(?:done|complete|completed|checked|finished|✓|✔|☑)$/i.test(word)
    ? true
    : /^(?:-|open|todo|unchecked)$/i.test(word)
      ? false
      : markOf(word)
  return mark === null ? cell : mark ? new Date().toISOString() : ''
}

/** The column of passwords in exports of browsers and password managers. */
const PASSWORD =
  /^(?:login_|login )?(?:password|passwort|kennwort|mot de passe|contraseña|senha|parola d’accesso|wachtwoord|hasło|пароль|密码|密碼|パスワード|비밀번호)$/i

function lower(name: string): string {
  return name.toLowerCase()
}

function areKnown(names: readonly string[]): boolean {
  return names.some(
    (name) => ADDRESS_FIELDS.includes(name) || TEXT_FIELDS.includes(name) || name === 'highlight',
  )
}

/** Removes the apostrophe that exports put before cells which a spreadsheet would read as a formula. */
function unguarded(cell: string): string {
  return /^'+[=+\-@＝＋－＠\t\r\n]/.test(cell) ? cell.slice(1) : cell
}

/** The first rows of a table. The last one read may be incomplete, and is then left out. */
export function firstLines(text: string): string[][] {
  const options = { ...optionsFor(text), to: ROWS + 1, skip_records_with_error: true }
  for (const units of [FIRST_UNITS, 10 * FIRST_UNITS])
    try {
      return parseAtOnce(text.slice(0, units), options) as string[][]
    } catch {
      // A quoted cell continues beyond the sample.
    }
  return []
}

function firstLineOf(text: string): string {
  const end = text.search(/[\r\n]/)
  return end < 0 ? text : text.slice(0, end)
}

/** The delimiter is the candidate that occurs most often in the header. */
export function optionsFor(text: string) {
  const first = firstLineOf(text)
  const delimiter = [',', ';', '\t'].reduce((best, candidate) =>
    first.split(candidate).length > first.split(best).length ? candidate : best,
  )
  return {
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  } as const
}
