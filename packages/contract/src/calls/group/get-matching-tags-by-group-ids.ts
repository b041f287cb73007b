import * as z from 'zod/mini'
import { defineQuestion } from '../../call.ts'
import { answer, sentIds } from '../../wire/scalars.ts'
import { tag } from '../../wire/tag.ts'

/** Tags in any of the groups. */
export const getMatchingTagsByGroupIds = defineQuestion({
  method: 'POST',
  path: '/tag/get-matching-tags-by-groupIds',
  description: 'Tags in any of the groups.',
  body: z.strictObject({ group_ids: sentIds }),
  answer: answer(z.array(tag)),
})
