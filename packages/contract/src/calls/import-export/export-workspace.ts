import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { id } from '../../wire/scalars.ts'

/** A workspace as a file. */
export const exportWorkspace = defineCall({
  method: 'GET',
  path: '/export',
  description: 'A workspace as a file.',
  access: 'read',
  cost: 20,
  answerForm: 'file',
  query: z.object({
    workspace_id: z.optional(id),
    format: z._default(z.enum(['json', 'html', 'csv', 'markdown']), 'json'),
  }),
  answer: z.unknown(),
})
