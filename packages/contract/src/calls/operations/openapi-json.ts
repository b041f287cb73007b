import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'

/** This description. */
export const openapiJson = defineCall({
  method: 'GET',
  path: '/openapi.json',
  description: 'This description.',
  access: 'public',
  answer: z.looseObject({}),
})
