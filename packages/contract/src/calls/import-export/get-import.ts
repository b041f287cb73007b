import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { progress } from '../../wire/import.ts'
import { answer, id } from '../../wire/scalars.ts'

/** How far an import is. */
export const getImport = defineCall({
  method: 'GET',
  path: '/import/{id}',
  description: 'How far an import is.',
  access: 'read',
  params: z.strictObject({ id }),
  answer: answer(progress),
})
