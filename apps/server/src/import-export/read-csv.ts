import { ok, type Result, refused } from '@cardinal/domain'
import { parse } from 'csv-parse/sync'
import type { FoundFile } from './found.ts'
import { ADDRESS_FIELDS, fieldsOf, readRecord, TEXT_FIELDS } from './read-record.ts'

/** Reads a table with a header: a column with addresses or texts, the others as far as they are known. */
export function readCsv(text: string): Result<FoundFile, 'not-a-table'> {
  const table = parseTable(text)
  const [header, ...lines] = table ?? []
  const names = header?.map((name) => name.trim().toLowerCase()) ?? []
  if (!names.some((name) => ADDRESS_FIELDS.includes(name) || TEXT_FIELDS.includes(name)))
    return refused('not-a-table')
  const rows = lines.map((line, index) => {
    const record = Object.fromEntries(names.map((name, column) => [name, unguarded(line[column] ?? '')]))
    return { row: index + 1, ...readRecord(fieldsOf(record)) }
  })
  return ok({ rows, tags: [], groups: [] })
}

/** Whether a text looks like a table that can be read: its first line is a header with known names. */
export function isTable(text: string): boolean {
  const end = text.search(/[\r\n]/)
  const first = end < 0 ? text : text.slice(0, end)
  return first.length < 10_000 && /[,;\t]/.test(first) && readCsv(first).ok
}

/** Exports put an apostrophe before cells that a spreadsheet would take for a formula. */
function unguarded(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}

function parseTable(text: string): string[][] | null {
  const first = text.slice(0, text.search(/[\r\n]|$/))
  const delimiter = [',', ';', '\t'].reduce((best, candidate) =>
    first.split(candidate).length > first.split(best).length ? candidate : best,
  )
  try {
    return parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    })
  } catch {
    // A quote that never ends, or the like: no table.
    return null
  }
}
