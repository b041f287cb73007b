import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer, id } from '../../wire/scalars.ts'

/** Takes the secret address of a shared search back. */
export const removeSharedSearch = defineCall({
  method: 'POST',
  path: '/user/remove-shared-search',
  description: 'Takes the secret address of a shared search back.',
  access: 'session',
  body: z.strictObject({ shared_id: id }),
  answer: answer(id),
})
