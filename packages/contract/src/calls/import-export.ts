import * as z from 'zod/mini'
import { defineCall, MAX_BODY } from '../call.ts'
import { EXPORT_FORMATS } from '../export-formats.ts'
import { COLUMN_FIELDS, flag, importSummary, progress, receipt } from '../wire/import.ts'
import { isCardOrder, listingFields } from '../wire/listing.ts'
import {
  answer,
  atMost,
  color,
  count,
  due,
  id,
  instant,
  searchText,
  timeZone,
  wireType,
} from '../wire/scalars.ts'

const FIELDS: readonly string[] = COLUMN_FIELDS

const columnChoice = z.pipe(
  atMost(10_000),
  z.transform((text, context) => {
    const pairs = text.split(',').map((pair) => {
      const colon = pair.lastIndexOf(':')
      return [pair.slice(0, colon).trim().toLowerCase(), pair.slice(colon + 1).trim()] as const
    })
    const isWrong = pairs.some(([name, field]) => name === '' || !FIELDS.includes(field))
    if (isWrong || pairs.length > 200) {
      context.issues.push({
        code: 'custom',
        input: text,
        message: `Use names of columns with their fields, such as Link:url. Fields: ${COLUMN_FIELDS.join(', ')}.`,
      })
      return z.NEVER
    }
    return Object.fromEntries(pairs.map(([name, field]) => [name, field.toLowerCase()]))
  }),
)

const tableFields = {
  /**
   * The field of each column of a table, such as `Link:url,#3:description`: columns by name, or by number
   * after #. Other columns are recognised by their names; `-` ignores one.
   */
  columns: z.optional(columnChoice),
  /** Whether the first row holds column names. Absent: it does. */
  header: z.optional(flag),
  /** Type of rows with neither an address nor a type. Absent: note. */
  rows: z.optional(z.enum(['note', 'todo'])),
}

/** Settings for what the file leaves open. */
const readingFields = {
  /** Time zone of times without one, such as Europe/Berlin. Absent: UTC. */
  time_zone: z.optional(timeZone),
  /** A name of the Encoding Standard, such as windows-1251. Absent: it is detected. */
  encoding: z.optional(atMost(40).check(z.regex(/^[\w:.+-]+$/, 'must be the name of an encoding'))),
  file_name: z.optional(atMost(255)),
  /** How dates like 4/3/2026 are read. Absent: decided from all dates of the field. */
  date_order: z.optional(z.enum(['day-first', 'month-first'])),
}

export const importFile = defineCall({
  method: 'POST',
  path: '/import',
  description: 'Takes a file in: bookmarks, our own export, or a table.',
  access: 'write',
  cost: 50,
  takes: 'file',
  maxBody: MAX_BODY.file,
  body: z.unknown(),
  query: z.object({
    workspace_id: z.optional(id),
    /** Chosen by the client, so that it can ask for the progress during the call. */
    import_id: z.optional(id),
    dry_run: z.optional(flag),
    /** Whether new tags are displayed as the file spells them, such as C++ for cplusplus. Absent: yes. */
    show_spellings: z.optional(flag),
    format: z.optional(
      z.enum([
        'html',
        'csv',
        'json',
        'markdown',
        'addresses',
        'todo.txt',
        'xml',
        'bibtex',
        'ris',
        'ics',
        'org',
        'taskpaper',
      ]),
    ),
    ...readingFields,
    ...tableFields,
  }),
  answer: z.object({ data: receipt, seq: z.optional(count) }),
})

export const lookAtColumns = defineCall({
  method: 'POST',
  path: '/import/columns',
  description:
    'What the columns of a table are taken for, and what its first rows would become. Nothing is written.',
  access: 'read',
  cost: 5,
  takes: 'file',
  body: z.unknown(),
  query: z.object({ ...readingFields, ...tableFields }),
  answer: answer(
    z.object({
      columns: z.array(
        z.object({
          name: z.string(),
          /** Up to three cells of the column. */
          samples: z.array(z.string()),
          field: z.enum(COLUMN_FIELDS),
        }),
      ),
      /** Failed rows with the reason. */
      rows: z.array(
        z.object({
          type: z.optional(wireType),
          content: z.optional(z.string()),
          tags: z.optional(z.array(z.string())),
          createdAt: z.optional(instant),
          dueAt: z.optional(due),
          doneAt: z.optional(instant),
          reason: z.optional(z.string()),
        }),
      ),
    }),
  ),
})

export const getImport = defineCall({
  method: 'GET',
  path: '/import/{id}',
  description: 'How far an import is.',
  access: 'read',
  params: z.strictObject({ id }),
  answer: answer(progress),
})

export const getImports = defineCall({
  method: 'GET',
  path: '/import',
  description: 'The imports of the last 30 days, the newest first; at most a hundred.',
  access: 'read',
  answer: answer(z.array(importSummary)),
})

export const cancelImport = defineCall({
  method: 'POST',
  path: '/import/{id}/cancel',
  description: 'Ends an import that is under way. What it has added stays, and can be undone.',
  access: 'write',
  params: z.strictObject({ id }),
  answer: answer(z.object({ import_id: id, created: count })),
})

export const undoImport = defineCall({
  method: 'POST',
  path: '/import/{id}/undo',
  description: 'Takes back what an import created.',
  access: 'write',
  params: z.strictObject({ id }),
  answer: z.object({ data: z.object({ import_id: id, removed: count }), seq: z.optional(count) }),
})

const { type, done, statOption_1, statOption_2 } = listingFields
const { statOption_1_forDates, statOption_2_forDates, date_start, date_end } = listingFields

/** A search with the parameters of `get-matching-entities`; `colors` is a comma-separated list. */
const searchFields = {
  search: searchText,
  second_search: z._default(searchText, ''),
  only_tags: z._default(flag, false),
  type,
  done,
  statOption_1,
  statOption_2,
  statOption_1_forDates,
  statOption_2_forDates,
  date_start,
  date_end,
  colors: z._default(
    z.pipe(
      z.pipe(
        atMost(200),
        z.transform((text) =>
          text === '' ? [] : text.split(',').map((name) => (name === 'none' ? null : name)),
        ),
      ),
      z.array(color),
    ),
    [],
  ),
}

export const exportWorkspace = defineCall({
  method: 'GET',
  path: '/export',
  description: 'A workspace, the whole account, or the cards of a search as a file.',
  access: 'read',
  cost: 20,
  answerForm: 'file',
  query: z
    .object({
      workspace_id: z.optional(id),
      /** `markdown-zip`: one Markdown file per card, with its fields as front matter. */
      format: z._default(z.enum(EXPORT_FORMATS), 'json'),
      /** `account`: all workspaces with saved searches and settings, as JSON that can be imported completely. */
      scope: z._default(z.enum(['workspace', 'account']), 'workspace'),
      /** Exports an account as a zip of its JSON and the bytes of all files. */
      files: z.optional(flag),
      ...searchFields,
      /** Absent: all cards. */
      search: z.optional(searchText),
    })
    .check(isCardOrder),
  answer: z.unknown(),
})
