import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { importSummary } from '../../wire/import.ts'
import { answer } from '../../wire/scalars.ts'

/** The imports of the last 30 days, the newest first; at most a hundred. */
export const getImports = defineCall({
  method: 'GET',
  path: '/import',
  description: 'The imports of the last 30 days, the newest first; at most a hundred.',
  access: 'read',
  answer: answer(z.array(importSummary)),
})
