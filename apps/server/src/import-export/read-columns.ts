import { COLUMN_FIELDS } from '@cardinal/contract'
import { ok, type Result, refused } from '@cardinal/domain'
import { parse } from 'csv-parse/sync'
import { decode } from './decode.ts'
import { FILE_LIMITS } from './file-limits.ts'
import type { Found } from './found.ts'
import { fieldsOfLine, namesOf, optionsFor, type TableChoice, withoutPreface } from './read-csv.ts'
import { ADDRESS_FIELDS, fieldsOf, readRecord, TIME_FIELDS, TITLE_FIELDS } from './read-record.ts'
import { readTime } from './times.ts'

type ColumnField = (typeof COLUMN_FIELDS)[number]

/** What the columns of a table are, and what its first rows would become. */
export interface FoundColumns {
  readonly columns: readonly FoundColumn[]
  readonly rows: readonly Found[]
}

interface FoundColumn {
  /** As the first row has it; without a first row of names, its number. */
  readonly name: string
  readonly samples: readonly string[]
  /** The field that it is taken for; `-`: it is left out. */
  readonly field: ColumnField
}

/** Rows that are looked at, samples of a column, and characters of each. */
const ROWS = 8
const SAMPLES = 3
const SAMPLE = 200

/** Fields by other names that are known for them. */
const KNOWN: ReadonlyMap<string, ColumnField> = new Map<string, ColumnField>([
  ...ADDRESS_FIELDS.map((name) => [name, 'url'] as const),
  ...TITLE_FIELDS.map((name) => [name, 'title'] as const),
  ...TIME_FIELDS.map((name) => [name, 'created'] as const),
  ...['content', 'text'].map((name) => [name, 'content'] as const),
  ...['description', 'note', 'notes', 'excerpt', 'comment', 'comments'].map(
    (name) => [name, 'description'] as const,
  ),
  ...['tags', 'tag', 'labels', 'keywords'].map((name) => [name, 'tags'] as const),
  ...['folder', 'collection'].map((name) => [name, 'folder'] as const),
  ...['due', 'due date', 'dueat', 'deadline'].map((name) => [name, 'dueAt'] as const),
  ...['done', 'doneat', 'completed', 'finished'].map((name) => [name, 'doneAt'] as const),
  ['type', 'type'] as const,
])

/**
 * Looks at the columns of a table, also of one that an import would not know.
 *
 * @param bytes its beginning
 * @param choice columns without a choice are taken for what their names or their first rows say
 */
export function readColumns(bytes: Uint8Array, choice: TableChoice): Result<FoundColumns, 'no-table'> {
  const text = decode(bytes)?.trim() ?? ''
  if (text === '' || /^[<[{]/.test(text)) return refused('no-table')
  const lines = firstLines(withoutPreface(text))
  const [first = []] = lines
  if (first.length < 2 || first.length > FILE_LIMITS.columns) return refused('no-table')
  const rows = choice.hasHeader ? lines.slice(1) : lines
  const names = first.map((name, at) => (choice.hasHeader ? name.trim() : `Column ${at + 1}`))
  const chosen = Object.keys(choice.columns).length > 0
  const fields: readonly ColumnField[] = chosen
    ? namesOf(first, choice).map((name) => COLUMN_FIELDS.find((field) => field.toLowerCase() === name) ?? '-')
    : guessed(names, rows)
  const columns = Object.fromEntries(fields.map((field, at) => [`#${at + 1}`, field.toLowerCase()]))
  const told = namesOf(first, { ...choice, columns })
  return ok({
    columns: names.map((name, at) => ({
      name: name.slice(0, SAMPLE),
      samples: samplesOf(rows, at),
      field: fields[at] ?? '-',
    })),
    rows: rows.map((line) => readRecord(fieldsOf(fieldsOfLine(told, line, choice)))),
  })
}

/** The beginning of a file ends in the middle of a row, which is left out. */
function firstLines(text: string): string[][] {
  const options = { ...optionsFor(text), to: ROWS + 1, skip_records_with_error: true }
  try {
    return parse(text, options) as string[][]
  } catch {
    return []
  }
}

function samplesOf(rows: readonly (readonly string[])[], column: number): string[] {
  return rows
    .map((row) => (row[column] ?? '').trim().slice(0, SAMPLE))
    .filter((sample) => sample !== '')
    .slice(0, SAMPLES)
}

/** Each field once: by the name of a column, then by what its first rows look like. */
function guessed(names: readonly string[], rows: readonly (readonly string[])[]): ColumnField[] {
  const fields: ColumnField[] = names.map(() => '-')
  const isFree = (field: ColumnField) => !fields.includes(field)
  for (const [at, name] of names.entries()) {
    const known = KNOWN.get(name.toLowerCase())
    if (known !== undefined && isFree(known)) fields[at] = known
  }
  const take = (field: ColumnField, fits: (sample: string) => boolean) => {
    if (!isFree(field)) return
    const at = names.findIndex((_, column) => {
      const samples = samplesOf(rows, column)
      return fields[column] === '-' && samples.length > 0 && samples.every(fits)
    })
    if (at >= 0) fields[at] = field
  }
  take('url', (sample) => /^(?:https?:\/\/|www\.)\S+$/i.test(sample))
  take('created', (sample) => /\d{4}/.test(sample) && readTime(sample) !== null && !/^\d{1,9}$/.test(sample))
  if (isFree('content')) take('title', (sample) => /\p{L}/u.test(sample) && !/^https?:/i.test(sample))
  return fields
}
