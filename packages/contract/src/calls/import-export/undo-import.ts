import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { count, id } from '../../wire/scalars.ts'

/** Takes back what an import created. */
export const undoImport = defineCall({
  method: 'POST',
  path: '/import/{id}/undo',
  description: 'Takes back what an import created.',
  access: 'write',
  params: z.strictObject({ id }),
  answer: z.object({ data: z.object({ import_id: id, removed: count }), seq: z.optional(count) }),
})
