import { COLUMN_FIELDS } from '@cardinal/contract'
import { ok, type Result, refused } from '@cardinal/domain'
import { type ColumnField, guessedFields, SAMPLE_UNITS, samplesOf } from './column-names.ts'
import { FILE_LIMITS } from './file-limits.ts'
import type { Found } from './found.ts'
import { Fields } from './ledger.ts'
import { fieldsOfLine, firstLines, namesOf, type TableChoice, withoutPreface } from './read-csv.ts'
import { readRecord } from './read-record.ts'
import type { Reading } from './reading.ts'

/** A table's columns, and a preview of its first rows. */
export interface FoundColumns {
  readonly columns: readonly FoundColumn[]
  readonly rows: readonly Found[]
}

interface FoundColumn {
  /** Its number, if there is no header. */
  readonly name: string
  readonly samples: readonly string[]
  /** The field that it is read as; `-`: ignored. */
  readonly field: ColumnField
}

/**
 * Detects the columns of a table, even of one that an import would not recognise.
 *
 * @param bytes its beginning
 * @param choice the person's choice; other columns are detected by their names or first rows
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
      : guessedFields(names, rows)
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
