import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'

/** A page to read this description. */
export const docs = defineCall({
  method: 'GET',
  path: '/docs',
  description: 'A page to read this description.',
  access: 'public',
  answerForm: 'html',
  answer: z.unknown(),
})
