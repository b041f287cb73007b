import * as z from 'zod/mini'
import { defineQuestion } from '../../call.ts'
import { group } from '../../wire/group.ts'
import { answer, sentIds } from '../../wire/scalars.ts'

/** Groups by id, with their tags. */
export const getMatchingGroupsByGroupIds = defineQuestion({
  method: 'POST',
  path: '/tag/get-matching-groups-by-groupIds',
  description: 'Groups by id, with their tags.',
  body: z.strictObject({ group_ids: sentIds }),
  answer: answer(z.array(group)),
})
