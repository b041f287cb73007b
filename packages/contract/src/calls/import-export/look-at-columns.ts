import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer, due, instant, wireType } from '../../wire/scalars.ts'
import { COLUMN_FIELDS, tableFields } from './import-file.ts'

/** What the columns of a table are taken for, and what its first rows would become. Nothing is written. */
export const lookAtColumns = defineCall({
  method: 'POST',
  path: '/import/columns',
  description:
    'What the columns of a table are taken for, and what its first rows would become. Nothing is written.',
  access: 'read',
  cost: 5,
  takes: 'file',
  body: z.unknown(),
  query: z.object(tableFields),
  answer: answer(
    z.object({
      columns: z.array(
        z.object({
          name: z.string(),
          /** Up to three of its cells. */
          samples: z.array(z.string()),
          field: z.enum(COLUMN_FIELDS),
        }),
      ),
      /** A row that could not be imported has a reason, and nothing else. */
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
