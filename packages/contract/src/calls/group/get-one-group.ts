import * as z from 'zod/mini'
import { defineQuestion } from '../../call.ts'
import { group } from '../../wire/group.ts'
import { answer, id } from '../../wire/scalars.ts'

/** One group. */
export const getOneGroup = defineQuestion({
  method: 'GET',
  path: '/tag/get-one-group/{id}',
  description: 'One group.',
  params: z.strictObject({ id }),
  answer: answer(group),
})
