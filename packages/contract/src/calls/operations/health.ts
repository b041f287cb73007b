import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'

/** Whether the process is alive; touches nothing. */
export const health = defineCall({
  method: 'GET',
  path: '/health',
  description: 'Whether the process is alive; touches nothing.',
  access: 'public',
  answer: z.looseObject({}),
})
