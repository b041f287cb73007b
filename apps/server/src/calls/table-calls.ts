import { type Failure, type InputOf, type lookAtColumns, toInstant, typeToWire } from '@cardinal/contract'
import { ok, type Result, refused } from '@cardinal/domain'
import { FAILURES } from '../access/failures.ts'
import {
  BUSY,
  encodingNamed,
  type FileReader,
  isTimeZone,
  NO_CHOICE,
  type ReadingChoice,
  type TableChoice,
} from '../import-export/index.ts'
import type { PlainHandler } from './handler.ts'

const NO_TABLE: Failure = {
  status: 400,
  msg: 'This is no table: it needs two columns or more, with commas, semicolons or tabs between them.',
}

type Query = InputOf<typeof lookAtColumns>['query']

/** Null: nothing was chosen. */
export function tableChoiceOf({ columns, header, rows }: Query): TableChoice | null {
  const isChosen = columns !== undefined || header !== undefined || rows !== undefined
  if (!isChosen) return null
  return { columns: new Map(Object.entries(columns ?? {})), hasHeader: header ?? true, rows: rows ?? 'note' }
}

const NO_TIME_ZONE: Failure = { status: 400, msg: 'time_zone: there is no such time zone.' }
const NO_ENCODING: Failure = { status: 400, msg: 'encoding: there is no such encoding.' }

/** Encoding, time zone and order of dates in a file. */
export function readingChoiceOf(query: Query): Result<ReadingChoice, Failure> {
  const { time_zone: timeZone, encoding, file_name: fileName, date_order: dateOrder } = query
  if (timeZone !== undefined && !isTimeZone(timeZone)) return refused(NO_TIME_ZONE)
  if (encoding !== undefined && encodingNamed(encoding) === null) return refused(NO_ENCODING)
  return ok({ timeZone, encoding, fileName, dateOrder })
}

export const lookAtColumnsHandler =
  (files: FileReader): PlainHandler<typeof lookAtColumns> =>
  async ({ query, body }) => {
    const bytes = body instanceof Uint8Array ? body : new Uint8Array()
    const choice = tableChoiceOf(query) ?? NO_CHOICE
    const reading = readingChoiceOf(query)
    if (!reading.ok) return reading
    const found = await files.columns(bytes, choice, reading.value)
    if (!found.ok) return refused(found.error === BUSY ? FAILURES.overloaded : NO_TABLE)
    if (found.value === null) return refused(NO_TABLE)
    const { columns, rows } = found.value
    return ok({
      data: {
        columns: columns.map((column) => ({ ...column, samples: [...column.samples] })),
        rows: rows.map((row) => {
          if ('reason' in row) return { reason: row.reason }
          const { type, content, tags, createdAt, dueAt, doneAt } = row.card
          return {
            type: typeToWire(type),
            content,
            tags: [...tags],
            ...(createdAt !== null && { createdAt: toInstant(createdAt) }),
            ...(dueAt !== null && { dueAt }),
            ...(doneAt !== null && { doneAt: toInstant(doneAt) }),
          }
        }),
      },
    })
  }
