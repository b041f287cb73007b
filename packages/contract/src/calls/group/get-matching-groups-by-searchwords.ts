import * as z from 'zod/mini'
import { defineQuestion } from '../../call.ts'
import { groupList } from '../../wire/group.ts'
import { searchWords, workspaceId } from '../../wire/scalars.ts'

/** Groups whose titles the words name, then up to twenty that are near. */
export const getMatchingGroupsBySearchwords = defineQuestion({
  method: 'POST',
  path: '/tag/get-matching-groups-by-searchwords',
  description: 'Groups whose titles the words name, then up to twenty that are near.',
  body: z.strictObject({
    searchwords: searchWords,
    workspace_id: workspaceId,
  }),
  answer: groupList,
})
