import * as z from 'zod/mini'
import { defineQuestion } from '../../call.ts'
import { sentIds, typeAskedFor, workspaceId } from '../../wire/scalars.ts'
import { tagList, withIds } from '../../wire/tag.ts'

/** Tags on any of the cards. */
export const getMatchingTagsByEntityIds = defineQuestion({
  method: 'POST',
  path: '/tag/get-matching-tags-by-entityIds',
  description: 'Tags on any of the cards.',
  body: z.strictObject({
    entity_ids: sentIds,
    type: typeAskedFor,
    workspace_id: workspaceId,
    with_ids: withIds,
  }),
  answer: tagList,
})
