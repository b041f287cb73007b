import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer, count, id } from '../../wire/scalars.ts'

/** Ends an import that is under way. What it has added stays, and can be undone. */
export const cancelImport = defineCall({
  method: 'POST',
  path: '/import/{id}/cancel',
  description: 'Ends an import that is under way. What it has added stays, and can be undone.',
  access: 'write',
  params: z.strictObject({ id }),
  answer: answer(z.object({ import_id: id, created: count })),
})
