import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'

/** Whether requests can be served. */
export const ready = defineCall({
  method: 'GET',
  path: '/ready',
  description: 'Whether requests can be served.',
  access: 'public',
  answer: z.looseObject({}),
})
