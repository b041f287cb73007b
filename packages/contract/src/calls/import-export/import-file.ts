import * as z from 'zod/mini'
import { defineCall, MAX_BODY } from '../../call.ts'
import { flag, receipt } from '../../wire/import.ts'
import { count, id } from '../../wire/scalars.ts'

/** Takes a file in: bookmarks, our own export, or a table. */
export const importFile = defineCall({
  method: 'POST',
  path: '/import',
  description: 'Takes a file in: bookmarks, our own export, or a table.',
  access: 'write',
  cost: 50,
  takes: 'file',
  maxBody: MAX_BODY.large,
  body: z.unknown(),
  query: z.object({
    workspace_id: z.optional(id),
    /** Chosen by the client, so that it can ask for the progress while this call is under way. */
    import_id: z.optional(id),
    dry_run: z.optional(flag),
    format: z.optional(z.enum(['html', 'csv', 'json', 'markdown', 'addresses', 'todo.txt'])),
  }),
  answer: z.object({ data: receipt, seq: z.optional(count) }),
})
