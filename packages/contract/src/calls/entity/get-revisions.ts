import * as z from 'zod/mini'
import { defineQuestion } from '../../call.ts'
import { answer, id, instant } from '../../wire/scalars.ts'

/** Earlier texts of a card, the latest first. */
export const getRevisions = defineQuestion({
  method: 'POST',
  path: '/entity/get-revisions',
  description: 'Earlier texts of a card, the latest first.',
  body: z.strictObject({ entity_id: id }),
  answer: answer(z.array(z.object({ content: z.string(), createdAt: instant }))),
})
