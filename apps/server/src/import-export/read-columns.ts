import { COLUMN_FIELDS } from '@cardinal/contract'
import { ok, type Result, refused } from '@cardinal/domain'
import { parse } from 'csv-parse/sync'
import { type ColumnField, fieldNamed } from './column-names.ts'
import { FILE_LIMITS } from './file-limits.ts'
import type { Found } from './found.ts'
import { Fields } from './ledger.ts'
import { instantIn } from './moments.ts'
import { fieldsOfLine, namesOf, optionsFor, type TableChoice, withoutPreface } from './read-csv.ts'
import { readRecord } from './read-record.ts'
import type { Reading } from './reading.ts'

/** A table's columns, and a preview of its first rows. */
export interface FoundColumns {
  readonly columns: readonly FoundColumn[]
  readonly rows: readonly Found[]
}

interface FoundColumn {
  /** Without a header: its number. */
  readonly name: string
  readonly samples: readonly string[]
  /** The field it is taken for; `-`: ignored. */
  readonly field: ColumnField
}

/** Inspected rows, samples of a column, and UTF-16 units of each. */
const ROWS = 8
const SAMPLES_PER_COLUMN = 3
const SAMPLE_UNITS = 200
/** Longest name, in UTF-16 units, in a column that is taken for tags. */
const LONGEST_NAME = 30

/**
 * Inspects the columns of a table, even of one that an import would not recognise.
 *
 * @param bytes its beginning
 * @param choice other columns are recognised by their names or first rows
 */
export function readColumns(
  bytes: Uint8Array,
  choice: TableChoice,
  reading: Reading,
): Result<FoundColumns, 'no-table'> {
  const text = reading.decode(bytes)?.trim() ?? ''
  if (text === '' || /^[<[{]/.test(text)) return refused('no-table')
  const lines = firstLines(withoutPreface(text))
  const [first = []] = lines
  if (first.length < 2 || first.length > FILE_LIMITS.columns) return refused('no-table')
  const rows = choice.hasHeader ? lines.slice(1) : lines
  const names = first.map((name, at) => (choice.hasHeader ? name.trim() : `Column ${at + 1}`))
  const fields: readonly ColumnField[] =
    choice.columns.size > 0
      ? namesOf(first, choice).map(
          (name) => COLUMN_FIELDS.find((field) => field.toLowerCase() === name.toLowerCase()) ?? '-',
        )
      : guessed(names, rows)
  const columns = new Map(fields.map((field, at) => [`#${at + 1}`, field.toLowerCase()]))
  const columnNames = namesOf(first, { ...choice, columns })
  return ok({
    columns: names.map((name, at) => ({
      name: name.slice(0, SAMPLE_UNITS),
      samples: samplesOf(rows, at),
      field: fields[at] ?? '-',
    })),
    rows: rows.map((line) =>
      readRecord(new Fields(fieldsOfLine(columnNames, line, choice), reading.moments)),
    ),
  })
}

/** Without the last line, which may be incomplete. */
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
    .map((row) => (row[column] ?? '').trim().slice(0, SAMPLE_UNITS))
    .filter((sample) => sample !== '')
    .slice(0, SAMPLES_PER_COLUMN)
}

/** Assigns each field to at most one column: by the columns' names, then by their first rows. */
function guessed(names: readonly string[], rows: readonly (readonly string[])[]): ColumnField[] {
  const fields: ColumnField[] = names.map(() => '-')
  const isFree = (field: ColumnField) => !fields.includes(field)
  for (const [at, name] of names.entries()) {
    const known = fieldNamed(name)
    if (known !== undefined && isFree(known)) fields[at] = known
  }
  const take = (field: ColumnField, fits: (sample: string) => boolean): number => {
    if (!isFree(field)) return -1
    const at = names.findIndex((_, column) => {
      const samples = samplesOf(rows, column)
      return fields[column] === '-' && samples.length > 0 && samples.every(fits)
    })
    if (at >= 0) fields[at] = field
    return at
  }
  take('url', (sample) => /^(?:https?:\/\/|www\.)\S+$/i.test(sample))
  take('created', (sample) => /\d{4}/.test(sample) && instantIn(sample) !== null)
  const tagsAt = take('tags', isListOfNames)
  if (isFree('content')) take('title', (sample) => /\p{L}/u.test(sample) && !/^https?:/i.test(sample))
  // A table whose only known column is tags shows them as titles.
  if (tagsAt >= 0 && isFree('url') && isFree('title') && isFree('content')) fields[tagsAt] = 'title'
  return fields
}

/** Whether a cell looks like tags: several short names with one kind of separator. */
function isListOfNames(cell: string): boolean {
  const separator = /[,;|]/.exec(cell)?.[0]
  if (separator === undefined) return false
  const names = cell.split(separator).map((name) => name.trim())
  return names.every((name) => name.length <= LONGEST_NAME && /^[\p{L}\p{N}](?:\S| (?=\S))*$/u.test(name))
}
