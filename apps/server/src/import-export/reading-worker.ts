import { parentPort } from 'node:worker_threads'
import type { FromReader, ToReader } from './file-reader.ts'
import type { FoundRow, HeldFile } from './found.ts'
import { readColumns } from './read-columns.ts'
import { type FileCopy, readFileCopy } from './read-copies.ts'
import { readFile } from './read-file.ts'
import { Reading } from './reading.ts'
import { type ReadRow, RepeatedRows } from './repeated-rows.ts'
import { contestedNames } from './tags-of-file.ts'

/**
 * Most rows per message, and most UTF-16 units of them, so that receiving a message does not block the main
 * thread.
 */
const ROWS = 500
const CHARACTERS = 250_000
const UNITS_PER_NAME = 40
const MAX_COPIES = 50
/** ms after which finished copies are sent. */
const SEND_EVERY_MS = 1_000

/** Worker thread that reads files one at a time, and sends their rows when asked. */
/** Undefined: already sent and freed. */
let rows: (FoundRow | undefined)[] = []
let repeated = new RepeatedRows([])
let sent = 0
let copies: Iterator<unknown> | null = null
let files: AsyncIterator<HeldFile> | null = null

parentPort?.on('message', (message: ToReader) => {
  if (message.kind === 'more') return say({ kind: 'rows', ...nextRows() })
  if (message.kind === 'copies') return say({ kind: 'copies', ...nextCopies() })
  if (message.kind === 'file') return void nextFile().catch(fail)
  if (message.kind === 'columns') {
    const found = readColumns(message.bytes, message.table, new Reading(message.choice))
    return say({ kind: 'columns', found: found.ok ? found.value : null })
  }
  const { bytes, choice } = message
  readFile(bytes, choice, () => freeMemory(bytes)).then((found) => {
    if (!found.ok) return say({ kind: 'refused', problem: found.error })
    rows = [...found.value.rows]
    repeated = new RepeatedRows(found.value.rows)
    sent = 0
    const { rows: _rows, copies: held, files: carried, ...rest } = found.value
    copies = held?.items[Symbol.iterator]() ?? null
    files = carried?.items()[Symbol.asyncIterator]() ?? null
    say({
      kind: 'read',
      ...rest,
      copies: held?.count ?? 0,
      files: carried?.count ?? 0,
      ownIds: ownIdsIn(found.value.rows),
      contestedNames: contestedNames(found.value.rows, rest.tags),
    })
  }, fail)
})

function fail(error: Error): void {
  say({ kind: 'failed', reason: error.stack ?? error.message })
}

/** Sends the next file. A buffer that it fills is transferred, not copied. */
async function nextFile(): Promise<void> {
  const next = await files?.next()
  if (next === undefined || next.done === true) {
    files = null
    return say({ kind: 'file', file: null })
  }
  const { bytes, ...about } = next.value
  const isOwn = bytes.byteLength === bytes.buffer.byteLength
  const sent = isOwn ? bytes : bytes.slice()
  const message: FromReader = { kind: 'file', file: { ...about, bytes: sent } }
  parentPort?.postMessage(message, [sent.buffer as ArrayBuffer])
}

/** Frees the bytes of a file before its text is parsed, because they take as much memory again. */
function freeMemory({ buffer }: Uint8Array): void {
  structuredClone(buffer, { transfer: [buffer as ArrayBuffer] })
}

function nextRows(): { readonly rows: readonly ReadRow[]; readonly isLast: boolean } {
  const start = sent
  for (let size = 0; sent < rows.length && sent - start < ROWS && size < CHARACTERS; sent++)
    size += sizeOf(rows[sent])
  const part = rows
    .slice(start, sent)
    .flatMap((row, at) => (row === undefined ? [] : [repeated.tell(row, start + at)]))
  rows.fill(undefined, start, sent)
  const isLast = sent === rows.length
  if (isLast) {
    rows = []
    repeated = new RepeatedRows([])
  }
  return { rows: part, isLast }
}

/** By index of a workspace, the ids of its cards in our own export; '': missing. */
function ownIdsIn(all: readonly FoundRow[]): readonly (readonly string[])[] {
  const ids: string[][] = []
  for (const row of all) {
    const own = 'card' in row ? row.card.own : null
    if (own === null) continue
    while (ids.length <= own.workspace) ids.push([])
    ids[own.workspace]?.push(own.id)
  }
  return ids
}

/** The next copies, sanitised. Null: a copy that can't be stored. */
function nextCopies(): { readonly copies: readonly (FileCopy | null)[]; readonly isLast: boolean } {
  const part: (FileCopy | null)[] = []
  const until = performance.now() + SEND_EVERY_MS
  // Copies of other programs' files are made at this point, and some pages take long.
  for (
    let size = 0;
    copies !== null && part.length < MAX_COPIES && size < CHARACTERS && performance.now() < until;
  ) {
    const next = copies.next()
    if (next.done) copies = null
    else {
      const copy = readFileCopy(next.value)
      size += copy?.content.length ?? 0
      part.push(copy)
    }
  }
  return { copies: part, isLast: copies === null }
}

/** Cost of receiving a row: its UTF-16 units, and some for each tag and folder. */
function sizeOf(row: FoundRow | undefined): number {
  if (row === undefined || 'reason' in row) return 100
  const { content, subnotes, tags, folders } = row.card
  return subnotes.reduce(
    (size, { text }) => size + text.length,
    content.length + UNITS_PER_NAME * (tags.length + folders.length),
  )
}

function say(message: FromReader): void {
  parentPort?.postMessage(message)
}
