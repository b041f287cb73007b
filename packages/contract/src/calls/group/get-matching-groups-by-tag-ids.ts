import * as z from 'zod/mini'
import { defineQuestion } from '../../call.ts'
import { groupList } from '../../wire/group.ts'
import { sentIds } from '../../wire/scalars.ts'

/** Groups that hold any of the tags, by how many they hold, most first. */
export const getMatchingGroupsByTagIds = defineQuestion({
  method: 'POST',
  path: '/tag/get-matching-groups-by-tagIds',
  description: 'Groups that hold any of the tags, the groups that hold most of them first.',
  body: z.strictObject({ tag_ids: sentIds }),
  answer: groupList,
})
