import * as z from 'zod/mini'
import { defineCall, MAX_BODY } from '../../call.ts'
import { flag, receipt } from '../../wire/import.ts'
import { atMost, count, id } from '../../wire/scalars.ts'

/** Fields that a column of a table can be; `-`: it is left out. */
export const COLUMN_FIELDS = [
  ...(['title', 'url', 'content', 'description', 'tags', 'folder', 'created'] as const),
  ...(['type', 'dueAt', 'doneAt', '-'] as const),
] as const

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

/** What the columns of a table are. */
export const tableFields = {
  /**
   * What the columns of a table are, such as `Link:url,#3:description`: by their names, or by their numbers behind #. The
   * others keep their names; `-` leaves one out.
   */
  columns: z.optional(columnChoice),
  /** Whether the first row of a table names its columns. Left out: it does. */
  header: z.optional(flag),
  /** What rows of a table become that have no address and no type. Left out: notes. */
  rows: z.optional(z.enum(['note', 'todo'])),
}

/** Takes a file in: bookmarks, our own export, or a table. */
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
    /** Chosen by the client, so that it can ask for the progress while this call is under way. */
    import_id: z.optional(id),
    dry_run: z.optional(flag),
    /**
     * Whether tags that the import makes are shown as the file spells them, such as C++ for cplusplus. Left out: they are.
     */
    show_spellings: z.optional(flag),
    format: z.optional(z.enum(['html', 'csv', 'json', 'markdown', 'addresses', 'todo.txt', 'xml', 'bibtex'])),
    ...tableFields,
  }),
  answer: z.object({ data: receipt, seq: z.optional(count) }),
})
