import { parentPort } from 'node:worker_threads'
import type { FromReader, ToReader } from './file-reader.ts'
import type { FoundRow } from './found.ts'
import { readFile } from './read-file.ts'

/** Rows, and characters of them, that go to the main thread at once: taking them in must not hold it up. */
const ROWS = 500
const CHARACTERS = 250_000

/** Reads files in a thread of its own, one at a time; rows go out when they are asked for. */
let rows: readonly FoundRow[] = []
let sent = 0

parentPort?.on('message', (message: ToReader) => {
  if (message.kind === 'more') return say({ kind: 'rows', ...nextRows() })
  readFile(message.bytes, message.format ?? undefined, message.columns ?? undefined).then(
    (found) => {
      if (!found.ok) return say({ kind: 'refused', problem: found.error })
      rows = found.value.rows
      sent = 0
      const { rows: _rows, ...rest } = found.value
      say({ kind: 'read', ...rest })
    },
    (error: Error) => say({ kind: 'failed', reason: error.stack ?? error.message }),
  )
})

function nextRows(): { readonly rows: readonly FoundRow[]; readonly isLast: boolean } {
  const start = sent
  for (let size = 0; sent < rows.length && sent - start < ROWS && size < CHARACTERS; sent++)
    size += sizeOf(rows[sent])
  const part = rows.slice(start, sent)
  const isLast = sent === rows.length
  if (isLast) rows = []
  return { rows: part, isLast }
}

function sizeOf(row: FoundRow | undefined): number {
  if (row === undefined || 'reason' in row) return 100
  return row.card.subnotes.reduce((size, { text }) => size + text.length, row.card.content.length)
}

function say(message: FromReader): void {
  parentPort?.postMessage(message)
}
